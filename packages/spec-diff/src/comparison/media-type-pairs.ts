import type { JsonObject } from '../json.js';
import { isAmongMediaTypes } from '../media-type.js';
import type { Use } from '../uses.js';

/** The media types of two bodies: those whose schemas are compared, and those that only one of the bodies has. */
export interface MediaTypePairs {
  pairs: { before: string; after: string }[];
  removed: string[];
  added: string[];
}

/**
 * A media type is compared with itself. One that only one body has is compared with the ranges of the other body that
 * stand for it, and with what a range stands for.
 */
export function mediaTypePairs(before: JsonObject, after: JsonObject): MediaTypePairs {
  const [own, others] = [namesIn(before), namesIn(after)];
  const removed = own.filter((name) => !others.includes(name));
  const added = others.filter((name) => !own.includes(name));
  const isRelated = (name: string, other: string) => isAmongMediaTypes(name, other) || isAmongMediaTypes(other, name);
  const related = [
    ...removed.flatMap((name) => closest(name, others, isRelated).map((other) => ({ before: name, after: other }))),
    ...added.flatMap((name) => closest(name, own, isRelated).map((other) => ({ before: other, after: name }))),
  ];
  const pairs = own.filter((name) => others.includes(name)).map((name) => ({ before: name, after: name }));
  const known = new Map([...pairs, ...related].map((pair) => [`${pair.before}\n${pair.after}`, pair]));
  return { pairs: [...known.values()], removed, added };
}

/**
 * Who loses nothing when a media type is gone: who sends it, if a range takes it, and who reads, if there is only less
 * than what a range stood for.
 */
export function coveredByRanges(gone: string, after: JsonObject): (use: Use) => Use {
  const names = namesIn(after);
  const isTaken = names.some((name) => isAmongMediaTypes(gone, name));
  const isNarrowed = names.some((name) => isAmongMediaTypes(name, gone));
  return (use) => ((use.direction === 'request' ? isTaken : isNarrowed) ? { ...use, isCovered: true } : use);
}

function namesIn(content: JsonObject): string[] {
  return Object.keys(content).filter((name) => !name.startsWith('x-'));
}

/** The ranges that stand for a name, of which the most specific one, or all that the name stands for. */
function closest(
  name: string,
  others: readonly string[],
  isRelated: (name: string, other: string) => boolean,
): string[] {
  const related = others.filter((other) => isRelated(name, other));
  const ranges = related.filter((other) => isAmongMediaTypes(name, other));
  const [closestRange] = ranges.filter((range) => ranges.every((other) => isAmongMediaTypes(range, other)));
  return closestRange === undefined ? related : [closestRange];
}
