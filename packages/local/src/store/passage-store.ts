/** A part of a text, under its title. */
export interface StoredPassage {
  readonly place: string;
  readonly title: string;
  readonly text: string;
  /** What it is found by beside its title. */
  readonly words: string;
}

/** An index of passages, as long as the server runs. */
export interface PassageStore {
  /** Replaces all passages. */
  fill(passages: Iterable<StoredPassage>): Promise<void>;
  /** The passages with any of the words, the best match first. */
  search(words: readonly string[]): Promise<Omit<StoredPassage, 'words'>[]>;
}
