import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Document, Spectral } from '@stoplight/spectral-core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Node } from './contract.mjs';
import { brokenOperations } from './fixtures/broken-operations.js';
import { brokenSchemas } from './fixtures/broken-schemas.js';
import ruleset from './ruleset.mjs';

const brokenContracts = [...brokenOperations, ...brokenSchemas];
const cleanContract = fileURLToPath(new URL('fixtures/clean.yaml', import.meta.url));
const cleanText = readFileSync(cleanContract, 'utf8');

test('the clean contract has no findings', async () => {
  expect(await lint(parse(cleanText))).toEqual([]);
});

test('every case belongs to a rule', () => {
  const rules = Object.keys(ruleset.rules);
  expect(brokenContracts.filter(({ rule }) => !rules.includes(rule))).toEqual([]);
});

describe.each(Object.keys(ruleset.rules))('%s', (rule) => {
  const cases = brokenContracts.filter((broken) => broken.rule === rule);

  test('is tested', () => {
    expect(cases).not.toEqual([]);
  });

  test.for(cases)('finds when $when', async ({ change, at, says, also }) => {
    const findings = await lint(withChange(parse(cleanText), change));

    const ours = findings.filter((finding) => finding.rule !== also);
    expect(ours).toEqual([{ rule, at, message: expect.stringContaining(says) }]);
  });
});

function withChange(contract: Node, change: Record<string, unknown>): Node {
  for (const [place, value] of Object.entries(change)) {
    const keys = place.split(' ');
    const last = keys.pop() ?? '';
    const parent = keys.reduce((node, key) => node[key], contract);
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  }
  return contract;
}

async function lint(contract: Node) {
  const spectral = new Spectral();
  spectral.setRuleset(ruleset);
  const read = {
    parse: () => ({ data: contract, diagnostics: [], ast: {}, lineMap: [] }),
    getLocationForJsonPath: () => undefined, // lines are asked of the command, see lint-contract.test.ts
    trapAccess: <T>(value: T) => value,
  };
  const findings = await spectral.run(new Document('', read, cleanContract));
  return findings.map(({ code, path, message }) => ({ rule: code, at: path.join(' '), message }));
}
