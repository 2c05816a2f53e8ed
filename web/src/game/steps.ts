// Answers made step by step, where not every pick is legal and the table tells what can still become one.
import type { Domain, Step } from '$protocol';
import type { Draft } from './draft';
import type { NextSteps } from './state';

/** Whether what can be picked next depends on what is picked already. */
export function limitedPick(domain: Domain): boolean {
  return domain.is === 'pick' && domain.limited;
}

/** What has been picked so far, as steps. */
export function takenSteps(draft: Draft): Step[] {
  return draft.is === 'pick' ? draft.chosen.map((option) => ({ option })) : [];
}

/** The options that can be picked next, and whether the pick can end here; none where the table hasn't told. */
export function next(steps: NextSteps | null, ask: number): { options: Set<number>; done: boolean } | null {
  if (steps === null || steps.ask !== ask) return null;
  const options = steps.options.flatMap((step) => (typeof step === 'object' && 'option' in step ? [step.option] : []));
  const done = steps.answer !== null || steps.options.some((step) => step === 'done');
  return { options: new Set(options), done };
}
