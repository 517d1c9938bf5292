import type { JsonObject, Path } from '../json.js';
import { declarationOf } from './declaration.js';

/** How the declaration of something changes in a client: the lines that go, and the lines that come. */
export interface TypeChange {
  before: string[];
  after: string[];
}

/** How many lines of either side are shown. */
const MOST = 12;

/** A place of one of the two contracts. */
interface Site {
  root: JsonObject;
  /** The path is undefined if the contract has no such place. */
  path: Path | undefined;
}

/** What a difference between two contracts changes in the types of a client; undefined where they stay the same. */
export function typeChangeOf(before: Site, after: Site): TypeChange | undefined {
  const [older, newer] = [textAt(before, after), textAt(after, before)];
  if (older === newer) return undefined;
  const [gone, came] = [older?.split('\n') ?? [], newer?.split('\n') ?? []];
  const start = sharedLength(gone, came);
  const end = sharedLength(gone.slice(start).reverse(), came.slice(start).reverse());
  const back = linesToMember(gone.length > came.length ? gone : came, start, end);
  const shown = (lines: string[]) => {
    const changed = lines.slice(start - back, lines.length - end - back);
    return changed.length > MOST ? [...changed.slice(0, MOST), '…'] : changed;
  };
  return { before: shown(gone), after: shown(came) };
}

function textAt(site: Site, other: Site): string | undefined {
  if (site.path) return declarationOf(site.root, site.path)?.text;
  const known = other.path && declarationOf(other.root, other.path);
  // A part that is gone has no declaration any more. If it was a part of a declaration, the rest of that is still
  // there.
  if (!known || known.path.length === other.path?.length) return undefined;
  return declarationOf(site.root, known.path)?.text;
}

function sharedLength(left: readonly string[], right: readonly string[]): number {
  const index = left.findIndex((line, each) => line !== right[each]);
  return index < 0 ? Math.min(left.length, right.length) : index;
}

/**
 * How far the lines that came or went can be moved up to begin with a member of a union: of two members that end alike,
 * the end of the one that is left would be shown with the beginning of the other.
 */
function linesToMember(lines: readonly string[], start: number, end: number): number {
  const last = lines.length - end;
  for (let back = 0; back <= start; back++) {
    if (/^\s*\| /.test(lines[start - back] ?? '')) return back;
    if (lines[start - back - 1] !== lines[last - back - 1]) return 0;
  }
  return 0;
}
