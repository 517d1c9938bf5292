import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { compare } from '../../scripts/spec/compare.js';
import { parseSpec } from '../../scripts/spec/document.js';
import type { JsonObject } from '../../scripts/spec/json.js';
import { Redocly } from '../../scripts/spec/redocly/redocly.js';
import { randomDocument } from './random-document.js';
import { enlarged, extracted, inlined, type Pick, renamed, reordered } from './rewriting.js';

/**
 * Looking for a smaller example would take minutes: what is reported is enough to look for one by hand (`endOnFailure`).
 */
const RUNS = { numRuns: 25, endOnFailure: true };

const redocly = new Redocly();
afterAll(() => redocly.close());

const pick: fc.Arbitrary<Pick> = fc.infiniteStream(fc.nat()).map((stream) => (count) => {
  const { value } = stream.next();
  return value % count;
});

// One is written as JSON and one as YAML: texts that are the same are not looked into.
function changesOf(base: JsonObject, head: JsonObject) {
  return compare(parseSpec(JSON.stringify(base), 'base'), parseSpec(stringify(head), 'head'), redocly);
}

describe('of any contract', () => {
  it('nothing is said against itself', async () => {
    await fc.assert(
      fc.asyncProperty(randomDocument, async (document) => {
        expect(await changesOf(document, document)).toEqual({ verdict: 'none', changes: [] });
      }),
      RUNS,
    );
  });

  it('nothing is said when its keys, and what else has no order, stand in another one', async () => {
    await fc.assert(
      fc.asyncProperty(randomDocument, pick, async (document, picking) => {
        expect((await changesOf(document, reordered(document, picking))).verdict).toBe('none');
      }),
      RUNS,
    );
  });

  it('nothing is said when its components have other names', async () => {
    await fc.assert(
      fc.asyncProperty(randomDocument, async (document) => {
        expect((await changesOf(document, renamed(document))).verdict).toBe('none');
      }),
      RUNS,
    );
  });

  it('nothing is said when a schema becomes a component', async () => {
    await fc.assert(
      fc.asyncProperty(randomDocument, pick, async (document, picking) => {
        expect((await changesOf(document, extracted(document, picking))).verdict).toBe('none');
      }),
      RUNS,
    );
  });

  it('nothing is said when a component is written in the place of a reference', async () => {
    await fc.assert(
      fc.asyncProperty(randomDocument, pick, async (document, picking) => {
        const head = inlined(document, picking);
        fc.pre(head !== undefined);
        expect((await changesOf(document, head ?? {})).verdict).toBe('none');
      }),
      RUNS,
    );
  });

  it('more of it breaks nothing, and less of it does', async () => {
    await fc.assert(
      fc.asyncProperty(randomDocument, pick, async (document, picking) => {
        const larger = enlarged(document, picking);
        expect((await changesOf(document, larger)).verdict).toBe('minor');
        expect((await changesOf(larger, document)).verdict).toBe('major');
      }),
      RUNS,
    );
  });
});
