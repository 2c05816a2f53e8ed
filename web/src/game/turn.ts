// The steps of a turn, in their order, as `turn.step` and the stops spell them.
import type { Automation } from '$protocol';
import type { Word } from '../words/en';

/** A step: its name in the protocol, and the text that names it. */
export interface TurnStep {
  step: string;
  word: Word;
}

export const turnSteps: readonly TurnStep[] = [
  { step: 'untap step', word: 'step.untap' },
  { step: 'upkeep step', word: 'step.upkeep' },
  { step: 'draw step', word: 'step.draw' },
  { step: 'precombat main phase', word: 'step.main1' },
  { step: 'beginning of combat step', word: 'step.begin' },
  { step: 'declare attackers step', word: 'step.attackers' },
  { step: 'declare blockers step', word: 'step.blockers' },
  { step: 'first combat damage step', word: 'step.first' },
  { step: 'combat damage step', word: 'step.damage' },
  { step: 'end of combat step', word: 'step.endCombat' },
  { step: 'postcombat main phase', word: 'step.main2' },
  { step: 'end step', word: 'step.end' },
  { step: 'cleanup step', word: 'step.cleanup' },
];

/** Whether nobody gets priority there as a rule (502.4, 514.3), or the step is there for some combats only (510.4). */
export function passedOver(step: string): boolean {
  return step === 'untap step' || step === 'cleanup step' || step === 'first combat damage step';
}

/** The text that names a step. */
export function stepWord(step: string): Word | null {
  return turnSteps.find((each) => each.step === step)?.word ?? null;
}

/** The automation with a stop set or removed. */
export function withStop(automation: Automation, whose: 'own' | 'others', step: string): Automation {
  const steps = automation.stops[whose];
  const changed = steps.includes(step) ? steps.filter((each) => each !== step) : [...steps, step];
  return { ...automation, stops: { ...automation.stops, [whose]: changed } };
}

/** The automation with a standing answer to a question that comes again; it takes the place of one that was there. */
export function withYield(automation: Automation, source: string, text: string, answer: boolean): Automation {
  const others = automation.yields.filter((each) => each.source !== source || each.text !== text);
  return { ...automation, yields: [...others, { source, text, answer }] };
}
