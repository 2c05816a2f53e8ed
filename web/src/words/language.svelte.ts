// The language in use, kept by the browser.
import { joined, languages, preferred, text, type Language, type Word } from './words';

const KEPT = 'lawmage.language';

function first(): Language {
  const kept = localStorage.getItem(KEPT);
  return kept !== null && kept in languages ? (kept as Language) : preferred(navigator.languages);
}

let current = $state<Language>(first());

/** The language in use. */
export function language(): Language {
  return current;
}

/** Changes the language, at once and for later visits. */
export function speak(to: Language): void {
  current = to;
  localStorage.setItem(KEPT, to);
}

/** A text in the language in use. */
export function t(word: Word, fill?: Record<string, string | number>): string {
  return text(current, word, fill);
}

/** Names joined in the language in use. */
export function list(names: readonly string[]): string {
  return joined(current, names);
}
