import { describe, expect, it } from 'vitest';
import { readContract } from './contract.js';
import { without } from './fact.js';
import { tables } from './facts/index.js';

const contract = readContract();

describe('a fact that is removed from the contract is reported', () => {
  it.each(tables)('$title', ({ facts }) => {
    const unreported = facts
      .filter((fact) => fact.problem(without(contract, fact.statements(contract))) === undefined)
      .map(({ sentence }) => sentence);
    expect(unreported).toEqual([]);
  });
});
