// Objects and players in words, for those who hear the table rather than see it.
import type { Entity, Object as Seen } from '$protocol';
import { faceLook } from '../game/look';
import { t } from '../words/language.svelte';
import type { TableModel } from './model.svelte';

/** What an object is called. An ability on the stack goes by its source. */
export function nameOf(object: Seen, table: TableModel): string {
  const own = object.face?.name || object.under?.name;
  if (own) return own;
  const source = object.source === null ? undefined : table.objects.get(object.source);
  if (source?.face) return t('card.ability', { name: source.face.name });
  return object.face_down ? t('card.faceDown') : t('card.unknown');
}

/** What an object or player is called. */
export function entityName(entity: Entity, table: TableModel): string {
  if ('player' in entity) return table.nameOf(entity.player);
  const object = table.objects.get(entity.object);
  return object ? nameOf(object, table) : t('card.unknown');
}

/** What is to be seen of an object besides its card. */
export function marks(object: Seen): string[] {
  return [
    ...(object.tapped ? [t('card.tapped')] : []),
    ...(object.sick ? [t('card.sick')] : []),
    ...(object.face_down ? [t('card.faceDown')] : []),
    ...(object.damage > 0 ? [t('card.damage', { n: object.damage })] : []),
    ...object.counters.map((counter) => `${counter.count} ${counter.kind}`),
    ...(object.commander_tax === null ? [] : [t('card.tax', { n: object.commander_tax })]),
    ...(object.x === null ? [] : [t('card.x', { n: object.x })]),
    ...object.marks,
  ];
}

/** All of an object in a line. */
export function described(object: Seen, table: TableModel, count = 1): string {
  const corner = object.face ? faceLook(object.face, object.counters).corner : null;
  const id = `o${object.handle}`;
  return [
    nameOf(object, table),
    ...(corner === null ? [] : [corner]),
    ...(count > 1 ? [t('card.times', { n: count })] : []),
    ...marks(object),
    ...(table.chosen.has(id) ? [t('card.chosen')] : table.offered.has(id) ? [t('card.can')] : []),
  ].join(', ');
}
