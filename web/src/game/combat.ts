// The damage that a combat would deal if nothing else happened: what one reckons at the table before saying "attack".
import type { Ask, Entity, Object as Seen, Observation } from '$protocol';
import type { Draft } from './draft';
import { byHandle, key } from './entity';

/** A fight between an attacker and those that block it. */
interface Fight {
  attacker: Seen;
  defender: Entity | null;
  blocked: boolean;
  blockers: Seen[];
}

/** What comes of it: damage to players and what else was attacked, and the creatures that die. */
export interface Reckoning {
  damage: { to: Entity; amount: number; lethal: boolean }[];
  dies: number[];
}

/** Whether a creature has a keyword, as its text lists it. */
export function has(object: Seen, keyword: string): boolean {
  const lines = object.face?.text ?? [];
  return lines.some((line) =>
    line
      .toLowerCase()
      .split(/[,;]\s*/)
      .some((part) => part === keyword),
  );
}

/** The combat that a draft declares, reckoned; nothing where none is declared. */
export function reckon(seen: Observation, ask: Ask, draft: Draft): Reckoning | null {
  const fights = declared(seen, ask, draft);
  return fights.length > 0 ? fought(seen, fights) : null;
}

function declared(seen: Observation, { domain }: Ask, draft: Draft): Fight[] {
  const objects = byHandle(seen);
  const object = (entity: Entity | null | undefined) =>
    entity && 'object' in entity ? objects.get(entity.object) : undefined;
  if (domain.is === 'attack' && draft.is === 'attack') {
    return draft.attack.attackers.flatMap((by) => {
      const can = domain.attackers[by.attacker];
      const attacker = object(can?.creature.entity);
      return attacker
        ? [{ attacker, defender: can?.defenders[by.defender]?.entity ?? null, blocked: false, blockers: [] }]
        : [];
    });
  }
  if (domain.is !== 'block' || draft.is !== 'block' || !seen.combat) return [];
  const pairs = draft.blocks.map((block) => {
    const can = domain.blockers[block.blocker];
    return { blocker: object(can?.creature.entity), attacker: object(can?.attackers[block.attacker]?.entity) };
  });
  return seen.combat.attackers.flatMap((each) => {
    const attacker = objects.get(each.creature);
    if (!attacker) return [];
    const before = each.blockers.flatMap((handle) => objects.get(handle) ?? []);
    const now = pairs.flatMap((pair) =>
      pair.attacker?.handle === each.creature && pair.blocker ? [pair.blocker] : [],
    );
    const blockers = [...before, ...now];
    return [{ attacker, defender: each.defender, blocked: each.blocked === true || blockers.length > 0, blockers }];
  });
}

/** The two steps of combat damage (510.4): first strike, then all others that are left. */
function fought(seen: Observation, fights: Fight[]): Reckoning {
  const hurt = new Map<number, number>();
  const dead = new Set<number>();
  const dealt = new Map<string, { to: Entity; amount: number }>();
  for (const first of [true, false]) {
    const strikes = (object: Seen) =>
      !dead.has(object.handle) &&
      (first ? has(object, 'first strike') || has(object, 'double strike') : !has(object, 'first strike'));
    const wounds: { object: Seen; amount: number; deadly: boolean }[] = [];
    for (const fight of fights) {
      const standing = fight.blockers.filter((blocker) => !dead.has(blocker.handle));
      if (strikes(fight.attacker)) strike(fight, standing, hurt, wounds, dealt);
      for (const blocker of standing.filter(strikes)) {
        wounds.push({ object: fight.attacker, amount: power(blocker), deadly: has(blocker, 'deathtouch') });
      }
    }
    for (const { object, amount, deadly } of wounds) {
      hurt.set(object.handle, (hurt.get(object.handle) ?? 0) + amount);
      if (amount > 0 && !has(object, 'indestructible') && (deadly || left(object, hurt) <= 0)) dead.add(object.handle);
    }
  }
  const damage = [...dealt.values()].map(({ to, amount }) => ({ to, amount, lethal: lethal(seen, to, amount) }));
  return { damage, dies: [...dead] };
}

/** An attacker's damage: to its blockers one after the other, what is left over to whom it attacks where it may be (702.19b). */
function strike(
  { attacker, defender, blocked }: Fight,
  standing: Seen[],
  hurt: ReadonlyMap<number, number>,
  wounds: { object: Seen; amount: number; deadly: boolean }[],
  dealt: Map<string, { to: Entity; amount: number }>,
): void {
  const deadly = has(attacker, 'deathtouch');
  const trample = has(attacker, 'trample');
  let rest = power(attacker);
  standing.forEach((blocker, i) => {
    const need = Math.max(0, deadly ? Math.min(1, left(blocker, hurt)) : left(blocker, hurt));
    const last = i === standing.length - 1 && !trample;
    const amount = last ? rest : Math.min(rest, need);
    wounds.push({ object: blocker, amount, deadly });
    rest -= amount;
  });
  if (defender === null || rest <= 0 || (blocked && !trample)) return;
  const before = dealt.get(key(defender))?.amount ?? 0;
  dealt.set(key(defender), { to: defender, amount: before + rest });
}

function power(object: Seen): number {
  return Math.max(0, object.face?.power ?? 0);
}

/** The damage that a creature can still take before it dies. */
function left(object: Seen, hurt: ReadonlyMap<number, number>): number {
  return (object.face?.toughness ?? 0) - object.damage - (hurt.get(object.handle) ?? 0);
}

function lethal(seen: Observation, to: Entity, amount: number): boolean {
  if ('player' in to) return amount >= (seen.players[to.player]?.life ?? Infinity);
  const counters = byHandle(seen).get(to.object)?.counters ?? [];
  const value = counters.find((counter) => counter.kind === 'loyalty' || counter.kind === 'defense');
  return value !== undefined && amount >= value.count;
}
