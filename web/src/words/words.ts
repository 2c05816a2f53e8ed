// Texts by their names, in the chosen language.
import { en, type Word } from './en';
import { zh } from './zh';

export type { Word };

/** The languages there are, by their tags, with their own names. */
export const languages = { en: 'English', zh: '中文' } as const;
export type Language = keyof typeof languages;

const dictionaries: Record<Language, Record<Word, string>> = { en, zh };

/** A text with its names in braces filled in. */
export function text(language: Language, word: Word, fill: Record<string, string | number> = {}): string {
  return dictionaries[language][word].replace(/\{(\w+)\}/g, (all, name: string) => String(fill[name] ?? all));
}

/** The language that a browser's preferences come to. */
export function preferred(tags: readonly string[]): Language {
  const known = tags.map((tag) => tag.toLowerCase().split('-')[0]).find((tag) => tag !== undefined && tag in languages);
  return (known as Language | undefined) ?? 'en';
}

/** Names joined as the language joins them: "Ann and Bob", "Ann和Bob". */
export function joined(language: Language, names: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}
