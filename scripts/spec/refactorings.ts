import type { SpecDocument } from './document.js';
import { isObject, type Json, type JsonObject, type Path, pathOf, stableText, valueAt } from './json.js';
import { locationOf } from './location.js';
import type { RedoclyChange } from './redocly/redocly.js';
import type { Change } from './report/report.js';
import { Uses } from './uses.js';

/**
 * Whether the contracts differ, as they are written, where nothing differs in meaning. Mostly they do not, and then there
 * is no refactoring to look for.
 */
export function isRewritten(inMeaning: readonly Change[], base: SpecDocument, head: SpecDocument): boolean {
  const places = placesOf(inMeaning);
  return differing(base.root, head.root, []).some((path) => !places.some((place) => touch(path, place)));
}

/** The innermost places at which two values differ. */
function differing(base: Json | undefined, head: Json | undefined, path: Path): Path[] {
  const areObjects = isObject(base) && isObject(head);
  const areLists = Array.isArray(base) && Array.isArray(head) && base.length === head.length;
  if (!areObjects && !areLists) return stableText(base) === stableText(head) ? [] : [path];
  const [before, after] = [base as JsonObject, head as JsonObject];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => differing(before[key], after[key], [...path, key]));
}

function placesOf(changes: readonly Change[]): Path[] {
  return changes.flatMap(({ places }) => [places.base ?? [], places.head ?? []]).filter((path) => path.length > 0);
}

/**
 * What Redocly takes for breaking in the contracts as they are written, where nothing differs in meaning: somebody has
 * written the same thing in another way.
 */
export function refactorings(
  asWritten: readonly RedoclyChange[],
  inMeaning: readonly Change[],
  base: SpecDocument,
  head: SpecDocument,
): Change[] {
  const places = placesOf(inMeaning);
  const suspects = asWritten.filter((change) => change.verdicts.length > 0 && !isMispaired(change, base, head));
  const rewritten = suspects.filter(
    (change) => !places.some((place) => pathsOf(change).some((path) => touch(path, place))),
  );
  if (rewritten.length === 0) return [];
  const uses = { base: usesOf(base), head: usesOf(head) };
  return rewritten.map((change) => {
    const side = change.revision ? 'head' : 'base';
    const document = side === 'head' ? head : base;
    const path = pathOf((change.revision ?? change.base)?.pointer ?? '');
    return {
      rule: change.verdicts[0]?.ruleId ?? change.kind,
      level: 'equivalent',
      operations: [...new Set(uses[side].of(document.root, path).map(({ operation }) => operation))],
      message: `Only written in another way: ${change.verdicts[0]?.message}`,
      before: writtenAt(change.base, base),
      after: writtenAt(change.revision, head),
      location: locationOf(side, document, path),
      near: locationOf('head', head, path),
      places: {
        base: change.base && pathOf(change.base.pointer),
        head: change.revision && pathOf(change.revision.pointer),
      },
    };
  });
}

function writtenAt(place: RedoclyChange['base'], document: SpecDocument) {
  return (place && valueAt(document.root, pathOf(place.pointer))) ?? null;
}

function usesOf({ root }: SpecDocument): Uses {
  return new Uses(root, (reference) => valueAt(root, pathOf(reference)));
}

function pathsOf({ base, revision }: RedoclyChange): Path[] {
  return [base, revision].flatMap((place) => (place ? [pathOf(place.pointer)] : []));
}

/** Whether one of the two places is part of the other. */
function touch(left: Path, right: Path): boolean {
  const length = Math.min(left.length, right.length);
  return left.slice(0, length).every((key, index) => key === right[index]);
}

/** Whether Redocly has compared two components that have nothing to do with each other: both stand on both sides. */
function isMispaired({ base, revision }: RedoclyChange, before: SpecDocument, after: SpecDocument): boolean {
  if (!base || !revision) return false;
  const [left, right] = [pathOf(base.pointer).slice(0, 3), pathOf(revision.pointer).slice(0, 3)];
  if (left[0] !== 'components' || right[0] !== 'components' || left.join() === right.join()) return false;
  return valueAt(after.root, left) !== undefined && valueAt(before.root, right) !== undefined;
}
