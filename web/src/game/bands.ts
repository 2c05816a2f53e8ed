// Attackers banded together (508.1e).
import type { Attack } from '$protocol';

/** Whether a creature, as an option names it, has banding (702.22). */
export function canBand(text: string): boolean {
  return /\bband(s|ing)\b/i.test(text);
}

/** An attack with a creature put into the band, or taken out of it; one by itself is no band. */
export function banded(attack: Attack, attacker: number): Attack {
  const band = attack.bands[0] ?? [];
  const changed = band.includes(attacker) ? band.filter((each) => each !== attacker) : [...band, attacker];
  return { ...attack, bands: changed.length > 0 ? [changed] : [] };
}

/** An attack as it can be declared: without bands of one. */
export function declared(attack: Attack): Attack {
  return { ...attack, bands: attack.bands.filter((band) => band.length > 1) };
}
