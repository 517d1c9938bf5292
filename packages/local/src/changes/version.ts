import { diffKeys, type KeyChange } from './json-diff.js';
import { diffText, type TextDiff } from './text-diff.js';

/** The content of a page at one time, as far as it is compared. */
export interface Version {
  readonly markdown: string;
  /** The data extracted from the page; undefined when none was requested or found. */
  readonly json?: unknown;
}

/** Which parts of a version are compared. */
export interface CompareModes {
  readonly text: boolean;
  readonly keys: boolean;
}

/** The changes; a part that did not change or was not compared is undefined. */
export interface Changes {
  readonly text?: TextDiff | undefined;
  readonly keys?: Record<string, KeyChange> | undefined;
}

export function changesBetween(before: Version, after: Version, { text, keys }: CompareModes): Changes {
  return {
    text: text ? diffText(before.markdown, after.markdown) : undefined,
    keys: keys ? diffKeys(before.json, after.json) : undefined,
  };
}
