import { areSame, asList, type Json, type JsonObject, objectOf } from '../json.js';
import type { Place } from '../references.js';
import { code } from '../text.js';
import type { Comparison, LocalDifference } from './comparison.js';
import { at, keysOf } from './places.js';

/** Compares the ways in which an OAuth scheme hands out tokens: each flow and each URL by itself. */
export function compareFlows(before: Place, after: Place, comparison: Comparison): void {
  const [own, others] = [objectOf(before.value), objectOf(after.value)];
  for (const flow of keysOf(own, others)) {
    const part = { part: 'OAuthFlow', parentKeyword: 'flows', label: code(flow) } as const;
    const sides = { before: at(before, flow), after: at(after, flow) };
    if (!(flow in others)) comparison.differences.push({ kind: 'removed', ...part, before: sides.before });
    else if (!(flow in own)) comparison.differences.push({ kind: 'added', ...part, after: sides.after });
    else {
      const [left, right] = [objectOf(own[flow]), objectOf(others[flow])];
      for (const keyword of keysOf(left, right)) {
        if (keyword === 'scopes' || areSame(left[keyword], right[keyword])) continue;
        const values = { before: at(sides.before, keyword), after: at(sides.after, keyword) };
        comparison.differences.push({ kind: 'modified', ...part, keyword, ...values });
      }
    }
  }
}

/** The scopes that came and went, of those that `isMeant` is true of. */
export function scopeDifferences(before: Place, after: Place, isMeant: (scope: string) => boolean): LocalDifference[] {
  const [own, others] = [scopesOf(before), scopesOf(after)];
  const part = { part: 'OAuthScope', parentKeyword: 'scopes' } as const;
  const removed = [...own].filter(([scope]) => !others.has(scope) && isMeant(scope));
  const added = [...others].filter(([scope]) => !own.has(scope) && isMeant(scope));
  return [
    ...removed.map(
      ([label, place]): LocalDifference => ({ kind: 'removed', ...part, label: code(label), before: place }),
    ),
    ...added.map(([label, place]): LocalDifference => ({ kind: 'added', ...part, label: code(label), after: place })),
  ];
}

/** Which scopes a security requirement asks for under the name of a scheme. */
export function requiredScopes(requirements: readonly (Json | undefined)[], scheme: string): Set<string> {
  return new Set(requirements.flatMap((each) => asList(objectOf(each)[scheme]).map(String)));
}

/** The scopes of all flows, by their names. */
function scopesOf(flows: Place): Map<string, Place> {
  const places = Object.keys(objectOf(flows.value)).flatMap((flow) => {
    const scopes = at(at(flows, flow), 'scopes');
    const names: JsonObject = objectOf(scopes.value);
    return Object.keys(names).map((scope) => [scope, at(scopes, scope)] as const);
  });
  return new Map(places);
}
