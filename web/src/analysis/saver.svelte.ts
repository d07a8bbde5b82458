/**
 * Keeps an analysis: on the server once somebody wants that, and from then on after every change; until
 * then in the browser, so that a crash loses nothing.
 */

import { Refusal } from '../api/client';
import { freshToken } from '../app/games';
import { searchOf, type Origin } from './address';
import { analyses, type TreeForm } from './api';
import { formOf, sameTree } from './forms';
import { dropDraft, keepDraft, ownerOf, remember } from './kept';
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
  /** How many changes there were, and how many of them are kept. */
  #changes = 0;
  #kept = 0;
  /** What is there is not one's own, or not what this goes on from: it is saved as a new one. */
  #fresh = true;
  /** What was sent last. */
  #sent: TreeForm | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> = Promise.resolve();
  #study: Study | null = null;

  constructor(
    /** The address under which the page began: path and search. */
    private readonly begun: string,
    /** The game whose moves are looked at. */
    readonly game: string | undefined,
  ) {}

  /** Where the draft is found again. */
  get address(): string {
    return this.id === null ? this.begun : location.pathname + searchOf({ study: this.id });
  }

  /** What is kept, as an address tells it, with the game: its review is shown there, too. */
  get origin(): Origin | null {
    const { id, game } = this;
    if (id === null) return null;
    return game === undefined ? { study: id } : { study: id, game };
  }

  follow(study: Study): void {
    this.#study = study;
  }

  /** It was loaded from the server. */
  loaded(id: string, version: number, mine: boolean): void {
    this.id = id;
    this.#version = version;
    this.#fresh = !mine;
    this.state = mine ? 'saved' : 'foreign';
  }

  /** What was tried on top of a version is there again, and not on the server. */
  restored(version: number | undefined): void {
    this.#version = version ?? this.#version;
    this.#changes += 1;
    if (this.state === 'saved') this.state = 'failed';
  }

  /** The tree has changed. */
  changed(): void {
    this.#changes += 1;
    if (this.state === 'saved' || this.state === 'failed') this.state = 'changed';
    this.#later();
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#keep(), PAUSE_MS);
  }

  /** The page goes: what is not saved must not be lost. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#draft();
    if (this.state === 'changed') void this.save();
  }

  /** What was tried since is not wanted any more, and the address does not lead there. */
  discard(): void {
    clearTimeout(this.#timer);
    this.#kept = this.#changes;
    dropDraft(this.address);
    history.replaceState(history.state, '', location.pathname + location.search);
  }

  async #keep(): Promise<void> {
    this.#draft();
    if (this.state === 'changed') await this.save();
  }

  #draft(): void {
    if (!this.#study || this.#kept === this.#changes) return;
    const version = this.id === null ? {} : { version: this.#version };
    keepDraft({ address: this.address, tree: this.#study.form(), ...version });
  }

  /** Saves on the server, one time after the other: each has the version after the one before. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#save());
    return this.#saving;
  }

  async #save(): Promise<void> {
    const study = this.#study;
    if (!study) return;
    const [changes, draft] = [this.#changes, this.address];
    this.problem = null;
    try {
      await (this.#fresh || this.id === null
        ? this.#create(study)
        : this.#change(study.form(), this.id));
      dropDraft(draft);
      this.#kept = changes;
      this.#fresh = false;
      // Somebody may have gone on meanwhile.
      this.state = this.#changes === changes ? 'saved' : 'changed';
      if (this.state === 'changed') this.#later();
    } catch (error) {
      this.state = isConflict(error) ? 'conflict' : 'failed';
      this.#fresh ||= this.state === 'conflict';
      this.problem = error;
    }
  }

  async #create(study: Study): Promise<void> {
    const token = freshToken();
    const { id, version } = await analyses.keep(token, study.rules, study.form());
    remember(this.game === undefined ? { id, token } : { id, token, game: this.game });
    this.id = id;
    this.#version = version;
  }

  async #change(tree: TreeForm, id: string): Promise<void> {
    const token = ownerOf(id) ?? '';
    const change = () => analyses.change(id, token, this.#version, tree);
    const before = this.#sent;
    this.#sent = tree;
    const { version } = await change().catch(async (error: unknown) => {
      // Where only the answer to the save before was lost, nobody else has changed it.
      const there = isConflict(error) && before ? await analyses.load(id, token) : null;
      if (!there || !before || !sameTree(formOf(there.tree), before)) throw error;
      this.#version = there.version;
      return change();
    });
    this.#version = version;
  }
}

const isConflict = (error: unknown): boolean =>
  error instanceof Refusal && error.error.code === 'changed-elsewhere';
