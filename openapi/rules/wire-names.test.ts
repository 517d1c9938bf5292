import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readContract } from './contract.mjs';
import { WIRE_NAMES } from './wire-names.mjs';

test('every exception from camelCase is still a field of the contract', () => {
  const { schemas, parts } = readContract(parse(readFileSync(new URL('../v2.yaml', import.meta.url), 'utf8')));
  const fields = new Set([...schemas.map(({ property }) => property), ...parts.map(({ node }) => node.name)]);

  expect(Object.keys(WIRE_NAMES).filter((name) => !fields.has(name))).toEqual([]);
});
