// The options of a question as buttons: equal ones together, each with the number that picks it.
import type { Ask, Choice, Domain } from '$protocol';
import type { Draft } from './draft';

/** A button for one option, or for several that say the same. */
export interface Button {
  /** The places of the options; a click picks the first that isn't picked. */
  options: number[];
  text: string;
  choice: Choice;
  chosen: number;
  /** It can't be picked now. */
  barred: boolean;
}

/** Whether a question is answered by yes or no, in this order. */
export function yesOrNo(domain: Domain): boolean {
  const texts = domain.is === 'pick' && domain.max === 1 ? domain.options.map((option) => option.text) : [];
  return texts.length === 2 && texts[0] === 'yes' && texts[1] === 'no';
}

/** The option that passes (117.3d): the default of a question for an action, where that is no action. */
export function passing(ask: Ask): number | null {
  if (ask.about !== 'priority' || ask.domain.is !== 'pick' || !('pick' in ask.default)) return null;
  const [option] = ask.default.pick;
  return option !== undefined && ask.domain.options[option]?.entity === null ? option : null;
}

/** The buttons of a pick; `open` are the options that can be picked next, all where it is null. */
export function buttons(ask: Ask, draft: Draft, open: ReadonlySet<number> | null): Button[] {
  if (ask.domain.is !== 'pick' || draft.is !== 'pick') return [];
  const pass = passing(ask);
  const found = new Map<string, Button>();
  ask.domain.options.forEach((choice, option) => {
    if (option === pass) return;
    const barred = open !== null && !open.has(option) && !draft.chosen.includes(option);
    const same = found.get(choice.text);
    if (same) {
      same.options.push(option);
      same.barred &&= barred;
    } else found.set(choice.text, { options: [option], text: choice.text, choice, chosen: 0, barred });
  });
  for (const button of found.values()) {
    button.chosen = button.options.filter((option) => draft.chosen.includes(option)).length;
  }
  return [...found.values()];
}

/** The option that a click on a button picks or puts back. */
export function meant(button: Button, draft: Draft): number | undefined {
  const chosen = draft.is === 'pick' ? draft.chosen : [];
  return button.options.find((option) => !chosen.includes(option)) ?? button.options[0];
}

/** The answer that stands as the default, in the words of its options. */
export function defaultText(ask: Ask): string | null {
  const { domain, default: standard } = ask;
  if (domain.is === 'pick' && 'pick' in standard) {
    return standard.pick.map((option) => domain.options[option]?.text ?? '').join(', ');
  }
  if ('name' in standard) return standard.name.join(', ');
  return null;
}
