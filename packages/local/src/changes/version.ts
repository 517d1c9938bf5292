import { diffKeys, type KeyChange } from './json-diff.js';
import { type DiffOfText, diffText } from './text-diff.js';

/** What a page says at the moment, as far as changes are looked for in it. */
export interface Version {
  readonly markdown: string;
  /** The data extracted from the page; undefined when none was asked for or none could be had. */
  readonly json?: unknown;
}

/** In what changes are looked for. */
export interface Wanted {
  readonly text: boolean;
  readonly keys: boolean;
}

/** What changed; what did not, or was not looked at, is undefined. */
export interface Changes {
  readonly text?: DiffOfText | undefined;
  readonly keys?: Record<string, KeyChange> | undefined;
}

export function changesBetween(before: Version, after: Version, { text, keys }: Wanted): Changes {
  return {
    text: text ? diffText(before.markdown, after.markdown) : undefined,
    keys: keys ? diffKeys(before.json, after.json) : undefined,
  };
}
