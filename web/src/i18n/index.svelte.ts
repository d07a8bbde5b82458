import type { PieceName } from '../api/types';
import { settings, type Language } from '../app/settings.svelte';
import { en, type Dictionary } from './en';
import { ja } from './ja';

const DICTIONARIES: Record<Language, Dictionary> = { en, ja };

/** The texts in the language of now. */
export const t = (): Dictionary => DICTIONARIES[settings.language];

/** A name from a variant file, in the reader's words where there are any. */
export const named = (name: string): string => t().data[name] ?? name;

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
  return settings.language === 'ja' ? (name.ja ?? name.kanji ?? name.en) : name.en;
}
