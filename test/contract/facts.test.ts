import { describe, expect, it } from 'vitest';
import { readContract } from './contract.js';
import { tables } from './facts/index.js';

const contract = readContract();
// A fact that the document states twice, or for two calls, counts twice.
const count = tables.flatMap(({ facts }) => facts).length;

describe(`the contract states the ${count} facts of the reference document`, () => {
  for (const { title, facts } of tables) {
    for (const fact of facts) {
      it(`${title}: ${fact.sentence}`, () => {
        expect(fact.problem(contract)).toBeUndefined();
      });
    }
  }
});
