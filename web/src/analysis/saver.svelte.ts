/**
 * Keeps an analysis: on the server once somebody wants that, and from then on after every change; until
 * then in the browser, so that a crash loses nothing.
 */

import { Refusal } from '../api/client';
import { freshToken } from '../app/games';
import { analyses } from './api';
import { keepDraft, ownerOf, remember } from './kept';
import type { Study } from './study.svelte';

/** So long after the last change it is kept. */
const PAUSE_MS = 1_000;

/** `none`: not on the server yet, `saved`, `changed`: about to be saved, `failed`: it could not be. */
export type Saved = 'none' | 'saved' | 'changed' | 'failed' | 'conflict' | 'foreign';

export class Saver {
  state = $state<Saved>('none');
  problem = $state.raw<unknown>(null);
  id = $state<string | null>(null);

  #version = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | null = null;
  #study: Study | null = null;

  /** The address under which the page began, for the draft. */
  constructor(private readonly address: string) {}

  follow(study: Study): void {
    this.#study = study;
  }

  /** It was loaded from the server. */
  loaded(id: string, version: number, mine: boolean): void {
    this.id = id;
    this.#version = version;
    this.state = mine ? 'saved' : 'foreign';
  }

  /** The tree has changed. */
  changed(): void {
    clearTimeout(this.#timer);
    if (this.state === 'saved' || this.state === 'failed') this.state = 'changed';
    this.#timer = setTimeout(() => void this.#keep(), PAUSE_MS);
  }

  /** The page goes: what is not saved must not be lost. */
  leave(): void {
    clearTimeout(this.#timer);
    if (this.state !== 'saved') this.#draft();
    if (this.state === 'changed') void this.save();
  }

  async #keep(): Promise<void> {
    this.#draft();
    if (this.state === 'changed') await this.save();
  }

  #draft(): void {
    const study = this.#study;
    if (study) keepDraft({ address: this.address, tree: study.form() });
  }

  /** Saves on the server; as one's own where it is somebody else's. */
  async save(asNew = false): Promise<void> {
    // One after the other: each has the version after the one before.
    await this.#saving;
    this.#saving = this.#save(asNew);
    await this.#saving;
    this.#saving = null;
  }

  async #save(asNew: boolean): Promise<void> {
    const study = this.#study;
    if (!study) return;
    const before = study.version;
    this.problem = null;
    try {
      await (this.id === null || asNew || this.state === 'foreign'
        ? this.#create(study)
        : this.#change(study, this.id));
      // Somebody may have gone on meanwhile.
      this.state = study.version === before ? 'saved' : 'changed';
      keepDraft(null);
      if (this.state === 'changed') this.changed();
    } catch (error) {
      const conflict = error instanceof Refusal && error.error.code === 'changed-elsewhere';
      this.state = conflict ? 'conflict' : 'failed';
      this.problem = error;
    }
  }

  async #create(study: Study): Promise<void> {
    const token = freshToken();
    const { id, version } = await analyses.keep(token, study.rules, study.form());
    remember({ id, token });
    this.id = id;
    this.#version = version;
  }

  async #change(study: Study, id: string): Promise<void> {
    const token = ownerOf(id) ?? '';
    const { version } = await analyses.change(id, token, this.#version, study.form());
    this.#version = version;
  }
}
