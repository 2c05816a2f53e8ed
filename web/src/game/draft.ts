// An answer in the making: what the player has chosen so far of the question that waits.
import type { Answer, Ask, Attack, Block, Domain, Entity } from '$protocol';
import { declared } from './bands';
import { same } from './entity';

/** What has been chosen so far. `held` is a creature that waits to be told what it attacks or blocks. */
export type Draft =
  | { is: 'pick'; chosen: number[] }
  | { is: 'number'; value: number }
  | { is: 'order'; order: number[] }
  | { is: 'divide'; parts: number[] }
  | { is: 'name'; names: string[] }
  | { is: 'attack'; attack: Attack; held: number | null }
  | { is: 'block'; blocks: Block[]; held: number | null };

/** What a click on something comes to. */
export type Touch =
  | { is: 'nothing' }
  | { is: 'answer'; answer: Answer }
  | { is: 'draft'; draft: Draft }
  | { is: 'menu'; options: number[] };

const NOTHING: Touch = { is: 'nothing' };

/** The draft that a question begins with: its default, but nothing yet where one picks or names. */
export function begun(ask: Ask): Draft {
  const { domain, default: standard } = ask;
  switch (domain.is) {
    case 'pick':
      return { is: 'pick', chosen: [] };
    case 'name':
      return { is: 'name', names: [] };
    case 'number':
      return { is: 'number', value: 'number' in standard ? standard.number : domain.min };
    case 'order':
      return { is: 'order', order: 'order' in standard ? standard.order : domain.options.map((_, i) => i) };
    case 'divide':
      return { is: 'divide', parts: 'divide' in standard ? standard.divide : domain.options.map(() => 0) };
    case 'attack':
      return {
        is: 'attack',
        attack: 'attack' in standard ? standard.attack : { attackers: [], bands: [] },
        held: null,
      };
    case 'block':
      return { is: 'block', blocks: 'block' in standard ? standard.block : [], held: null };
  }
}

/** The draft as an answer, where it is whole. */
export function whole(domain: Domain, draft: Draft): Answer | null {
  switch (draft.is) {
    case 'pick': {
      const fits = domain.is === 'pick' && draft.chosen.length >= domain.min && draft.chosen.length <= domain.max;
      return fits ? { pick: draft.chosen } : null;
    }
    case 'number': {
      const { value } = draft;
      const fits = domain.is === 'number' && value >= domain.min && value <= domain.max && !domain.but.includes(value);
      return fits && Number.isInteger(value) ? { number: value } : null;
    }
    case 'order':
      return { order: draft.order };
    case 'divide':
      return domain.is === 'divide' && divides(domain, draft.parts) ? { divide: draft.parts } : null;
    case 'name':
      return domain.is === 'name' && draft.names.length === domain.count ? { name: draft.names } : null;
    case 'attack':
      return { attack: declared(draft.attack) };
    case 'block':
      return { block: draft.blocks };
  }
}

type Divide = Extract<Domain, { is: 'divide' }>;

/** Whether parts divide the total as the rules want it: each its least, and the last only what the others don't need (702.19b). */
function divides(domain: Divide, parts: number[]): boolean {
  const sum = parts.reduce((a, b) => a + b, 0);
  const least = parts.every((part, i) => Number.isInteger(part) && part >= (domain.least[i] ?? 0));
  const last = parts[domain.options.length - 1] ?? 0;
  const needed = last === 0 || domain.needs.every((need, i) => (parts[i] ?? 0) >= need);
  return sum === domain.total && least && needed;
}

/** What remains to be divided; less than none where too much is. */
export function undivided(domain: Divide, parts: number[]): number {
  return domain.total - parts.reduce((a, b) => a + b, 0);
}

/** A division with more, or less, for what stands at a place. */
export function given(parts: number[], place: number, more: number): Draft {
  return { is: 'divide', parts: parts.map((part, i) => (i === place ? part + more : part)) };
}

/** The options of a question that are an object or player. */
export function optionsOf(domain: Domain, entity: Entity): number[] {
  if (domain.is !== 'pick' && domain.is !== 'order' && domain.is !== 'divide') return [];
  return domain.options.flatMap((option, i) => (same(option.entity, entity) ? [i] : []));
}

/** An option taken, or put back where it was taken already. One that must be the only one is the answer. */
export function picked(domain: Domain, draft: Draft, option: number): Touch {
  if (domain.is !== 'pick' || draft.is !== 'pick' || option < 0 || option >= domain.options.length) return NOTHING;
  if (domain.max === 1) return { is: 'answer', answer: { pick: [option] } };
  const { chosen } = draft;
  if (chosen.includes(option))
    return { is: 'draft', draft: { is: 'pick', chosen: chosen.filter((i) => i !== option) } };
  if (chosen.length >= domain.max) return NOTHING;
  return { is: 'draft', draft: { is: 'pick', chosen: [...chosen, option] } };
}

/** An object or player clicked. */
export function touched(domain: Domain, draft: Draft, entity: Entity): Touch {
  if (domain.is === 'attack' && draft.is === 'attack') return attacking(domain, draft, entity);
  if (domain.is === 'block' && draft.is === 'block') return blocking(domain, draft, entity);
  if (domain.is === 'divide' && draft.is === 'divide') return dividing(domain, draft, entity);
  if (domain.is !== 'pick') return NOTHING;
  const options = optionsOf(domain, entity);
  const [only] = options;
  if (only === undefined) return NOTHING;
  return options.length === 1 ? picked(domain, draft, only) : { is: 'menu', options };
}

type AttackDomain = Extract<Domain, { is: 'attack' }>;
type AttackDraft = Extract<Draft, { is: 'attack' }>;

/** A creature that can attack: it does, or no more. What can be attacked: the creature held attacks it. */
function attacking(domain: AttackDomain, draft: AttackDraft, entity: Entity): Touch {
  const creature = domain.attackers.findIndex((can) => same(can.creature.entity, entity));
  if (creature >= 0) return { is: 'draft', draft: toggledAttack(domain, draft, creature) };
  if (draft.held === null) return NOTHING;
  const defender = domain.attackers[draft.held]?.defenders.findIndex((d) => same(d.entity, entity)) ?? -1;
  return defender < 0 ? NOTHING : { is: 'draft', draft: attacks(draft, draft.held, defender) };
}

/** A creature attacks what the last one attacks, if it can, or no more; it is held to be told another. */
export function toggledAttack(domain: AttackDomain, draft: AttackDraft, creature: number): AttackDraft {
  if (draft.attack.attackers.some((by) => by.attacker === creature)) {
    const attackers = draft.attack.attackers.filter((by) => by.attacker !== creature);
    const bands = draft.attack.bands.filter((band) => !band.includes(creature));
    return { ...draft, attack: { attackers, bands }, held: null };
  }
  const last = draft.attack.attackers.at(-1);
  const target = last && domain.attackers[last.attacker]?.defenders[last.defender]?.entity;
  const can = domain.attackers[creature]?.defenders ?? [];
  const alike = target ? can.findIndex((d) => same(d.entity, target)) : -1;
  return attacks(draft, creature, Math.max(alike, 0));
}

/** A creature attacks what stands at a place among its defenders. */
export function attacks(draft: AttackDraft, attacker: number, defender: number): AttackDraft {
  const others = draft.attack.attackers.filter((by) => by.attacker !== attacker);
  return { ...draft, attack: { ...draft.attack, attackers: [...others, { attacker, defender }] }, held: attacker };
}

/** Every creature that can attacks. */
export function allAttack(domain: AttackDomain, draft: AttackDraft): AttackDraft {
  const idle = domain.attackers.flatMap((_, i) => (draft.attack.attackers.some((by) => by.attacker === i) ? [] : [i]));
  const all = idle.reduce((d, creature) => toggledAttack(domain, d, creature), draft);
  return { ...all, held: null };
}

type BlockDomain = Extract<Domain, { is: 'block' }>;
type BlockDraft = Extract<Draft, { is: 'block' }>;

/** A creature that can block: it is held, blocks the only one it can, or no more. An attacker: the creature held blocks it. */
function blocking(domain: BlockDomain, draft: BlockDraft, entity: Entity): Touch {
  const blocker = domain.blockers.findIndex((can) => same(can.creature.entity, entity));
  if (blocker >= 0) return { is: 'draft', draft: toggledBlocker(domain, draft, blocker) };
  if (draft.held === null) return NOTHING;
  const attacker = domain.blockers[draft.held]?.attackers.findIndex((a) => same(a.entity, entity)) ?? -1;
  if (attacker < 0) return NOTHING;
  const others = draft.blocks.filter((block) => block.blocker !== draft.held);
  return { is: 'draft', draft: { ...draft, blocks: [...others, { blocker: draft.held, attacker }], held: null } };
}

function toggledBlocker(domain: BlockDomain, draft: BlockDraft, blocker: number): BlockDraft {
  if (draft.held === blocker) return { ...draft, held: null };
  if (draft.blocks.some((block) => block.blocker === blocker)) {
    return { ...draft, blocks: draft.blocks.filter((block) => block.blocker !== blocker), held: null };
  }
  if (domain.blockers[blocker]?.attackers.length === 1) return toggledBlock(draft, blocker, 0);
  return { ...draft, held: blocker };
}

/** A creature blocks an attacker, or no more, whatever else it blocks. */
export function toggledBlock(draft: BlockDraft, blocker: number, attacker: number): BlockDraft {
  const others = draft.blocks.filter((block) => block.blocker !== blocker || block.attacker !== attacker);
  const was = others.length < draft.blocks.length;
  return { ...draft, blocks: was ? others : [...others, { blocker, attacker }], held: null };
}

/** One more for what is clicked, where something is left. */
function dividing(domain: Divide, draft: Extract<Draft, { is: 'divide' }>, entity: Entity): Touch {
  const [place] = optionsOf(domain, entity);
  if (place === undefined || undivided(domain, draft.parts) <= 0) return NOTHING;
  return { is: 'draft', draft: given(draft.parts, place, 1) };
}

/** An order with what stands at one place moved to another. */
export function moved(order: number[], from: number, to: number): number[] {
  const item = order[from];
  if (item === undefined || to < 0 || to >= order.length) return order;
  const rest = order.filter((_, i) => i !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}
