// A question in words: the common ones in the player's language, all others as the table puts them.
import type { Ask, Until } from '$protocol';
import { defaultText, yesOrNo } from '../game/choices';
import { stepWord } from '../game/turn';
import { t } from '../words/language.svelte';
import type { Word } from '../words/words';
import { nameOf } from './describe';
import type { TableModel } from './model.svelte';

/** The question, and what else is to be known for it. */
export interface Question {
  text: string;
  more: string | null;
}

export function question(ask: Ask, table: TableModel): Question {
  switch (ask.about) {
    case 'priority':
      return priority(ask, table);
    case 'keep-hand':
      return { text: t('prompt.keep'), more: t('prompt.keepHint') };
    case 'attack':
      return { text: t('prompt.attack'), more: null };
    case 'block':
      return { text: t('prompt.block'), more: null };
    default:
      return { text: ask.text, more: null };
  }
}

/** Priority (117): in which step, and what is to be responded to. */
function priority(ask: Ask, table: TableModel): Question {
  const { seen } = table.state;
  const word = seen && stepWord(seen.turn.step);
  const step = word ? t(word) : (seen?.turn.step ?? null);
  const top = seen?.stack.at(-1);
  if (top && top.controller !== ask.player)
    return { text: t('prompt.respond', { name: nameOf(top, table) }), more: step };
  if (seen && seen.turn.active !== ask.player) {
    return { text: t('prompt.priorityOther', { name: table.nameOf(seen.turn.active) }), more: step };
  }
  return { text: t('prompt.priority'), more: step };
}

/** What the marked button does, as it is written on it. */
export function primaryLabel(ask: Ask, table: TableModel): string {
  const { draft, answer } = table;
  if (ask.about === 'priority') return t(table.state.seen?.stack.length ? 'prompt.resolve' : 'prompt.pass');
  if (draft?.is === 'attack') {
    const n = draft.attack.attackers.length;
    return n === 0 ? t('prompt.attackNone') : t('prompt.attackWith', { n });
  }
  if (draft?.is === 'block') {
    const n = new Set(draft.blocks.map((block) => block.blocker)).size;
    return n === 0 ? t('prompt.blockNone') : t('prompt.blockWith', { n });
  }
  if (ask.domain.is === 'pick' && yesOrNo(ask.domain)) return answerWord(ask, defaultText(ask) === 'yes');
  if (answer !== null) {
    return draft?.is === 'pick' && draft.chosen.length === 0 ? t('prompt.nothing') : t('prompt.confirm');
  }
  const standard = defaultText(ask);
  return standard === null ? t('prompt.confirm') : t('prompt.default', { text: standard || t('common.none') });
}

/** Yes or no, as the question wants it said. */
export function answerWord(ask: Ask, yes: boolean): string {
  if (ask.about === 'keep-hand') return t(yes ? 'prompt.keepYes' : 'prompt.keepNo');
  return t(yes ? 'prompt.yes' : 'prompt.no');
}

const untilWords: Record<Until, Word> = {
  stack: 'auto.untilStack',
  stop: 'auto.untilStop',
  turn: 'auto.untilTurn',
  my_turn: 'auto.untilMine',
};

/** Until when one passes. */
export function untilWord(until: Until): Word {
  return untilWords[until];
}
