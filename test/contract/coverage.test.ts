import { describe, expect, it } from 'vitest';
import { besideTheFacts } from './beside-the-facts.js';
import { readContract } from './contract.js';
import { documentedPromises, unfounded } from './coverage.js';
import { tables } from './facts/index.js';

const contract = readContract();
const found = unfounded(contract, tables);
const stemOf = (stem: string) => `#/components/schemas/${stem}`;
const stands = (stem: string) => (pointer: string) => `${pointer}/`.startsWith(`${stemOf(stem)}/`);

describe(`the ${documentedPromises(contract).length} promises of documented schemas`, () => {
  it('are facts of the reference document, or stand in a list with the reason', () => {
    const unexplained = found.filter((pointer) => !Object.keys(besideTheFacts).some((stem) => stands(stem)(pointer)));
    expect(unexplained).toEqual([]);
  });

  it.each(Object.entries(besideTheFacts))('%s: %s', (stem) => {
    expect(found.some(stands(stem))).toBe(true);
  });
});
