import type { Notation, VariantInfo, Zone } from '../api/types';
import type { CoordinateStyle } from '../board/geometry';
import { hasFigures, type PieceSet } from '../pieces/face';
import { load, save } from './storage';

/** What can be chosen, the first of each being what you get unasked. */
export const CHOICES = {
  pieces: ['auto', 'kanji-two', 'kanji-one', 'western', 'pictures', 'diagram'],
  board: ['kaya', 'paper', 'green', 'slate'],
  coordinates: ['auto', 'shogi', 'letters', 'algebraic', 'none'],
  zones: ['auto', 'on', 'off'],
  notation: ['auto', 'japanese', 'western', 'usi', 'algebraic'],
  sounds: ['on', 'off'],
  animation: ['on', 'off'],
  theme: ['auto', 'light', 'dark'],
  language: ['auto', 'en', 'ja'],
} as const;

export type Choices = typeof CHOICES;
export type SettingKey = keyof Choices;
export type Values = { [K in SettingKey]: Choices[K][number] };
export type Language = 'en' | 'ja';

/** Stored values, with anything unknown replaced by what you get unasked. */
export function sane(stored: unknown): Values {
  const given = (stored ?? {}) as Record<string, unknown>;
  const value = (key: SettingKey) => {
    const choices: readonly string[] = CHOICES[key];
    const text = given[key];
    return typeof text === 'string' && choices.includes(text) ? text : choices[0];
  };
  return Object.fromEntries(
    (Object.keys(CHOICES) as SettingKey[]).map((key) => [key, value(key)]),
  ) as Values;
}

/** On narrower squares two kanji on a piece cannot be read. */
const SMALL_PX = 38;

/** Names are not longer. */
export const MOST_LETTERS = 40;

/** What the player is called; empty for no name. */
function loadName(): string {
  const name = load('name');
  return typeof name === 'string' ? name.slice(0, MOST_LETTERS) : '';
}

class Settings {
  values = $state<Values>(sane(load('settings')));
  name = $state(loadName());

  /** It is asked for with every square that is read aloud. */
  readonly language = $derived.by((): Language => {
    const { language } = this.values;
    if (language !== 'auto') return language;
    const wanted = typeof navigator === 'undefined' ? [] : navigator.languages;
    return wanted.find((tag) => /^(en|ja)\b/.test(tag))?.startsWith('ja') ? 'ja' : 'en';
  });

  /** Unasked: figures where a game has them, elsewhere kanji, on small squares one for two. */
  pieceSet(info: Pick<VariantInfo, 'symmetry'>, square = Infinity): PieceSet {
    const { pieces } = this.values;
    if (pieces !== 'auto') return pieces;
    if (hasFigures(info)) return 'western';
    return square < SMALL_PX ? 'kanji-one' : 'kanji-two';
  }

  /** Unasked: the game's own, with ranks as the reader's notation writes them. */
  coordinates(board: VariantInfo['board']): CoordinateStyle | 'none' {
    const { coordinates } = this.values;
    if (coordinates !== 'auto') return coordinates;
    if (board.coordinates === 'algebraic') return 'algebraic';
    const { notation } = this.values;
    const japanese = notation === 'auto' ? this.language === 'ja' : notation === 'japanese';
    return japanese ? 'shogi' : 'letters';
  }

  /** Unasked: those that decide where one may play and wins; the star points say where pieces promote. */
  zones(info: Pick<VariantInfo, 'zones'>): Zone[] {
    const { zones } = this.values;
    if (zones === 'off') return [];
    return info.zones.filter(({ kind }) => zones === 'on' || kind !== 'promotion');
  }

  /** Unasked: what readers of the language and the game's board are used to. */
  notation(info: Pick<VariantInfo, 'symmetry'>): Notation {
    const { notation } = this.values;
    if (notation !== 'auto') return notation;
    if (hasFigures(info)) return 'western';
    return this.language === 'ja' ? 'japanese' : 'western';
  }

  setName(name: string): void {
    this.name = name.trim().slice(0, MOST_LETTERS);
    save('name', this.name);
  }

  set<K extends SettingKey>(key: K, value: Values[K]): void {
    this.values[key] = value;
    save('settings', this.values);
  }
}

export const settings = new Settings();
