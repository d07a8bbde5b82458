import type { PieceName } from '../api/types';
import { settings, type Language } from '../app/settings.svelte';
import { en, type Dictionary } from './en';
import { ja } from './ja';

const DICTIONARIES: Record<Language, Dictionary> = { en, ja };

/** The texts in the language of now. */
export const t = (): Dictionary => DICTIONARIES[settings.language];

/** The name of a game or of a start, in the reader's language where the variant file has one. */
export const named = (what: { name: string; name_ja?: string }): string =>
  inLanguage(what.name, what.name_ja);

/** What is said in English and perhaps in Japanese, for the reader. */
export const inLanguage = (en: string, ja: string | undefined): string =>
  settings.language === 'ja' ? (ja ?? en) : en;

/** What the server has said in English and perhaps in Japanese, for the reader. */
export function said(
  en: string | undefined,
  ja: string | undefined,
): { text: string; lang?: 'en' } | undefined {
  if (settings.language === 'ja' && ja !== undefined) return { text: ja };
  return en === undefined ? undefined : { text: en, lang: 'en' };
}

/** A piece's name in the reader's language. */
export function pieceName(name: PieceName): string {
  return inLanguage(name.en, name.ja ?? name.kanji);
}
