// What the board shows of a question: which objects and players can be clicked, and which are chosen.
import type { Choice, Domain, Entity, Observation } from '$protocol';
import type { Draft } from './draft';
import { key } from './entity';

/** An arrow from one thing of the board to another. */
export interface Arrow {
  from: Entity;
  to: Entity;
  kind: 'attack' | 'block' | 'target';
}

/** The things that a click answers with, by their keys. */
export function offered(domain: Domain, draft: Draft): Set<string> {
  const found = new Set<string>();
  const add = (choice: Choice) => choice.entity && found.add(key(choice.entity));
  if (domain.is === 'pick' || domain.is === 'divide') domain.options.forEach(add);
  if (domain.is === 'attack') {
    domain.attackers.forEach((can) => add(can.creature));
    if (draft.is === 'attack' && draft.held !== null) domain.attackers[draft.held]?.defenders.forEach(add);
  }
  if (domain.is === 'block') {
    domain.blockers.forEach((can) => add(can.creature));
    if (draft.is === 'block' && draft.held !== null) domain.blockers[draft.held]?.attackers.forEach(add);
  }
  return found;
}

/** The things that are chosen so far, by their keys. */
export function chosen(domain: Domain, draft: Draft): Set<string> {
  const found = new Set<string>();
  const add = (choice: Choice | undefined) => choice?.entity && found.add(key(choice.entity));
  if (domain.is === 'pick' && draft.is === 'pick') draft.chosen.forEach((i) => add(domain.options[i]));
  if (domain.is === 'divide' && draft.is === 'divide') {
    draft.parts.forEach((part, i) => part > 0 && add(domain.options[i]));
  }
  if (domain.is === 'attack' && draft.is === 'attack') {
    draft.attack.attackers.forEach((by) => add(domain.attackers[by.attacker]?.creature));
  }
  if (domain.is === 'block' && draft.is === 'block') {
    draft.blocks.forEach((block) => add(domain.blockers[block.blocker]?.creature));
    if (draft.held !== null) add(domain.blockers[draft.held]?.creature);
  }
  return found;
}

/** The arrows of the attackers and blockers of a draft. */
export function drafted(domain: Domain, draft: Draft): Arrow[] {
  const arrow = (from: Choice | undefined, to: Choice | undefined, kind: Arrow['kind']): Arrow[] =>
    from?.entity && to?.entity ? [{ from: from.entity, to: to.entity, kind }] : [];
  if (domain.is === 'attack' && draft.is === 'attack') {
    return draft.attack.attackers.flatMap((by) => {
      const can = domain.attackers[by.attacker];
      return arrow(can?.creature, can?.defenders[by.defender], 'attack');
    });
  }
  if (domain.is === 'block' && draft.is === 'block') {
    return draft.blocks.flatMap((block) => {
      const can = domain.blockers[block.blocker];
      return arrow(can?.creature, can?.attackers[block.attacker], 'block');
    });
  }
  return [];
}

/** The arrows of the combat at hand and of the stack's targets. */
export function standing(seen: Observation): Arrow[] {
  const combat = (seen.combat?.attackers ?? []).flatMap((attacker): Arrow[] => {
    const from: Entity = { object: attacker.creature };
    const attack: Arrow[] = attacker.defender ? [{ from, to: attacker.defender, kind: 'attack' }] : [];
    const blocks = attacker.blockers.map((b): Arrow => ({ from: { object: b }, to: from, kind: 'block' }));
    return [...attack, ...blocks];
  });
  const targets = seen.stack.flatMap((item) =>
    item.targets.map((to): Arrow => ({ from: { object: item.handle }, to, kind: 'target' })),
  );
  return [...combat, ...targets];
}

/** The objects that are seen one by one rather than in a pile: those that arrows meet or that are chosen. */
export function apart(arrows: Arrow[], picked: ReadonlySet<string>): Set<number> {
  const handles = new Set<number>();
  const add = (entity: Entity) => 'object' in entity && handles.add(entity.object);
  arrows.forEach((arrow) => (add(arrow.from), add(arrow.to)));
  for (const chosen of picked) if (chosen.startsWith('o')) handles.add(Number(chosen.slice(1)));
  return handles;
}
