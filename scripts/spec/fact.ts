import type { Canonical } from './canonical/canonical.js';
import { transparent, withoutMarks } from './canonical/opaque.js';
import { isObject, type Json, type JsonObject, type Path, pathOf, valueAt } from './json.js';
import type { Readable } from './pairing.js';
import type { RedoclyChange, RedoclyPlace } from './redocly/redocly.js';
import type { Use, Uses } from './uses.js';

/** One difference between two contracts: what the rules judge. */
export interface Fact {
  kind: 'added' | 'removed' | 'modified';
  /** What differs, by Redocly's name for it: `Schema`, `Operation`, `Parameter`, … */
  node: string;
  /** The keyword whose value differs; `key` when the node has another name. Undefined of what is added or removed. */
  keyword: string | undefined;
  base: Side | undefined;
  head: Side | undefined;
  /** Why it breaks in Redocly's eyes. */
  verdicts: { rule: string; message: string }[];
  /** Who is touched, and how. */
  uses: Use[];
}

/** How it is on one side. */
export interface Side {
  /** The place in the canonical contract, the keyword included. */
  path: Path;
  value: Json | undefined;
  /** What the node or the keyword is part of, from the inside out. */
  around: JsonObject[];
  /** The place in the contract as it is written. */
  written: Path;
  /** The same of what it is part of. */
  writtenAround: Path;
}

/** One of the two contracts that are compared. */
export interface Subject {
  canonical: Canonical;
  readable: Readable;
  uses: Uses;
}

export function factOf(change: RedoclyChange, base: Subject, head: Subject): Fact {
  const { kind, typeName, property, verdicts } = change;
  return {
    kind,
    node: typeName,
    keyword: property,
    base: change.base && sideOf(change.base, property, base),
    head: change.revision && sideOf(change.revision, property, head),
    verdicts: verdicts.map(({ ruleId, message }) => ({ rule: ruleId, message: withoutMarks(message) })),
    uses: touched(usesOf(change.base, base), usesOf(change.revision, head)),
  };
}

function sideOf({ file, pointer }: RedoclyPlace, property: string | undefined, { canonical, readable }: Subject): Side {
  const { root, path: place } = readable.find(file, pathOf(pointer));
  let path = place;
  if (property !== undefined && property !== 'key' && path.at(-1) !== property) {
    // Where a keyword is missing, Redocly names the node.
    path = [...path, property];
  }
  const around: JsonObject[] = [];
  for (let length = path.length - 1; length >= 0; length--) {
    const value = valueAt(root, path.slice(0, length));
    if (isObject(value)) around.push(value);
  }
  const value = property === 'key' ? path.at(-1) : valueAt(root, path);
  return {
    path,
    value: value === undefined ? undefined : transparent(value),
    around,
    written: canonical.originOf(root, path),
    writtenAround: canonical.originOf(root, path.slice(0, -1)),
  };
}

function usesOf(place: RedoclyPlace | undefined, { readable, uses }: Subject): Use[] | undefined {
  if (!place) return undefined;
  const { root, path } = readable.find(place.file, pathOf(place.pointer));
  return uses.of(root, path);
}

/** Who used it before and uses it still: an operation that is new, or that has come to it now, had nothing to lose. */
function touched(before: Use[] | undefined, after: Use[] | undefined): Use[] {
  if (!before || !after) return before ?? after ?? [];
  const kept = before.filter((use) => after.some((other) => sameUse(use, other)));
  return kept.length > 0 ? kept : before;
}

function sameUse(left: Use, right: Use): boolean {
  return left.operation === right.operation && left.direction === right.direction && left.sense === right.sense;
}

/** The keyword or the map that an added or removed node stands in: `properties`, `responses`, `oneOf`. */
export function roomOf(fact: Fact): string | undefined {
  const side = fact.head ?? fact.base;
  return side?.path.at(-2);
}
