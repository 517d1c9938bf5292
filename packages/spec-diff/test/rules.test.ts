import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixedRuns } from '../../../test/properties.js';
import { aspectsOf } from '../src/aspects.js';
import { canonical } from '../src/canonical/canonical.js';
import { changeId } from '../src/change-id.js';
import { type Difference, differencesOf } from '../src/difference.js';
import { parseSpec, type SpecDocument } from '../src/document.js';
import { expanded } from '../src/id-pattern.js';
import { isAbout, isChangeId, RULES, rulesAbout, yieldsTo } from '../src/rules/index.js';
import type { Rule } from '../src/rules/rule.js';
import { completed } from '../src/settings.js';
import { EXTENSIONS, readPairs } from './pairs.js';
import { randomDocument } from './random-document.js';

const SETTINGS = completed({ extensions: EXTENSIONS });

function differences(before: SpecDocument, after: SpecDocument): Difference[] {
  const roots = { before: before.root, after: after.root };
  return differencesOf(canonical(before.root), canonical(after.root), roots).differences.flatMap(aspectsOf);
}

/** The rules that find something in a difference and yield to none of the others that do. */
function speakers(difference: Difference): Rule[] {
  const finders = RULES.filter((rule) => isAsked(rule, difference) && rule.judge(difference, SETTINGS));
  return finders.filter((rule) => !finders.some((other) => other !== rule && yieldsTo(rule, other)));
}

function isAsked(rule: Rule, difference: Difference): boolean {
  return rulesAbout(difference.part).includes(rule) && isAbout(rule, difference);
}

/** What is wrong with what the rules say of a difference: not one of them has the word, or its id is not listed. */
function faultsOf(difference: Difference): string[] {
  const [rule, ...others] = speakers(difference);
  const { part, kind, keyword, parentKeyword } = difference;
  const place = [part, kind, keyword ?? parentKeyword].join(' ');
  if (!rule || others.length > 0) return [`${place}: ${[rule, ...others].map((each) => each?.name).join(', ')}`];
  const finding = rule.judge(difference, SETTINGS);
  const isAtStake = finding?.level === 'breaking' || finding?.level === 'warning';
  const id = changeId(rule, difference, finding?.uses);
  if (isAtStake && !rule.ids.flatMap(expanded).includes(id)) return [`${place}: ${rule.name} does not list ${id}`];
  return isChangeId(id) ? [] : [`${place}: nobody can give a level to ${id}`];
}

describe('exactly one rule speaks of each difference, with an id that is listed', () => {
  it('in the pairs of the corpus', () => {
    const faults = readPairs().flatMap(({ before, after }) =>
      differences(parseSpec(before, 'before'), parseSpec(after, 'after')).flatMap(faultsOf),
    );
    expect([...new Set(faults)]).toEqual([]);
  });

  it('between contracts of which each is like no other', () => {
    const parsed = randomDocument.map((document) => parseSpec(JSON.stringify(document), 'random'));
    fc.assert(
      fc.property(parsed, parsed, (before, after) => {
        expect([...new Set(differences(before, after).flatMap(faultsOf))]).toEqual([]);
      }),
      { ...fixedRuns(30), endOnFailure: true },
    );
  });
});
