import { describe, expect, it } from 'vitest';
import { readContract } from './contract.js';
import { documentedConstraints, unstated } from './coverage.js';
import { tables } from './facts/index.js';
import { undocumentedConstraints } from './undocumented-constraints.js';

const contract = readContract();
const found = unstated(contract, tables);
const schemaPointer = (stem: string) => `#/components/schemas/${stem}`;
const isBelow = (stem: string) => (pointer: string) => `${pointer}/`.startsWith(`${schemaPointer(stem)}/`);

describe(`the ${documentedConstraints(contract).length} constraints of documented schemas`, () => {
  it('are facts of the reference document, or are listed with the reason', () => {
    const unexplained = found.filter(
      (pointer) => !Object.keys(undocumentedConstraints).some((stem) => isBelow(stem)(pointer)),
    );
    expect(unexplained, 'Add these to `facts/`, or to `undocumented-constraints.ts` with the reason.').toEqual([]);
  });

  it.each(Object.entries(undocumentedConstraints))('%s: %s', (stem) => {
    expect(found.some(isBelow(stem))).toBe(true);
  });
});
