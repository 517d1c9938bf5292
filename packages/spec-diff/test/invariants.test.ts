import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { fixedRuns } from '../../../test/properties.js';
import { compare } from '../src/compare.js';
import { parseSpec } from '../src/document.js';
import type { JsonObject } from '../src/json.js';
import type { Report } from '../src/report/report.js';
import type { Level } from '../src/rules/rule.js';
import { randomDocument } from './random-document.js';
import { enlarged, extracted, inlined, type Pick, renamed, reordered } from './rewriting.js';

/** `endOnFailure` skips the search for a smaller example, which would take minutes. */
const RUNS = { ...fixedRuns(30), endOnFailure: true };

const pick: fc.Arbitrary<Pick> = fc.infiniteStream(fc.nat()).map((stream) => (count) => {
  const { value } = stream.next();
  return value % count;
});

// One is written as JSON and one as YAML, because equal texts are not compared further.
function changesOf(before: JsonObject, after: JsonObject) {
  return compare(parseSpec(JSON.stringify(before), 'before'), parseSpec(stringify(after), 'after'));
}

/** How bad all is but that types got, lost or changed their names. */
function levelsBesideNames({ changes }: Report): Level[] {
  const others = changes.filter(({ message }) => !/^The (exported )?type /.test(message));
  return others.map(({ level }) => level).filter((level) => level !== 'equivalent');
}

describe('of any contract', () => {
  it('nothing is said against itself', () => {
    fc.assert(
      fc.property(randomDocument, (document) => {
        expect(changesOf(document, document)).toMatchObject({ verdict: 'none', changes: [] });
      }),
      RUNS,
    );
  });

  it('nothing is said when its keys, and what else has no order, stand in another one', () => {
    fc.assert(
      fc.property(randomDocument, pick, (document, picking) => {
        expect(changesOf(document, reordered(document, picking)).verdict).toBe('none');
      }),
      RUNS,
    );
  });

  it('nothing is said but of the names of types when its components have other names', () => {
    fc.assert(
      fc.property(randomDocument, (document) => {
        expect(levelsBesideNames(changesOf(document, renamed(document)))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('nothing is said but that there is a type more when a schema becomes a component', () => {
    fc.assert(
      fc.property(randomDocument, pick, (document, picking) => {
        const report = changesOf(document, extracted(document, picking));
        expect(report.verdict).toBe('minor');
        expect(levelsBesideNames(report)).toEqual([]);
      }),
      RUNS,
    );
  });

  it('nothing is said when a component is written in the place of a reference', () => {
    fc.assert(
      fc.property(randomDocument, pick, (document, picking) => {
        const after = inlined(document, picking);
        fc.pre(after !== undefined);
        expect(changesOf(document, after ?? {}).verdict).toBe('none');
      }),
      RUNS,
    );
  });

  it('more of it breaks nothing, and less of it does', () => {
    fc.assert(
      fc.property(randomDocument, pick, (document, picking) => {
        const larger = enlarged(document, picking);
        expect(changesOf(document, larger).verdict).toBe('minor');
        expect(changesOf(larger, document).verdict).toBe('major');
      }),
      RUNS,
    );
  });
});
