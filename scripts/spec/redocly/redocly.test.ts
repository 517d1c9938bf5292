import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { SpecProblem } from '../problem.js';
import { Redocly } from './redocly.js';

const contract = (paths: object) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths });

const BASE = { 'v2.json': contract({ '/things': { get: { responses: { '200': { description: 'Done.' } } } } }) };
const HEAD = { 'v2.json': contract({}) };

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function started(): Redocly {
  const redocly = new Redocly();
  stops.push(() => redocly.close());
  return redocly;
}

const verdicts = async (redocly: Redocly) =>
  (await redocly.diff(BASE, HEAD)).flatMap((change) => change.verdicts.map(({ ruleId }) => ruleId));

it('answers again and again', async () => {
  const redocly = started();
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => verdicts(redocly)));
  expect(answers).toEqual(Array(5).fill(['path-removed']));
  expect(await redocly.diff(BASE, BASE)).toEqual([]);
});

it('is not softened by a configuration, an environment file or variables that lie around', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  const before = process.cwd();
  stops.push(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
    delete process.env.REDOCLY_CLI_DIFF_SKIP_RULE;
  });
  writeFileSync(join(folder, 'redocly.yaml'), 'extends: []\noas3_1Diff: { path-removed: off }\n');
  writeFileSync(join(folder, '.env'), 'REDOCLY_CLI_DIFF_SKIP_RULE=path-removed\n');
  process.env.REDOCLY_CLI_DIFF_SKIP_RULE = 'path-removed';
  process.chdir(folder);

  expect(await verdicts(started())).toEqual(['path-removed']);
});

it('says why it could not compare', async () => {
  const redocly = started();
  await expect(redocly.diff({ 'v2.json': '{"swagger": 1}' }, HEAD)).rejects.toThrow(
    /^Redocly could not compare the contracts: /,
  );
  expect(await verdicts(redocly)).toEqual(['path-removed']);
});

it('says that it is gone', async () => {
  const redocly = new Redocly();
  await redocly.diff(BASE, HEAD);
  redocly.close();
  await expect(redocly.diff(BASE, HEAD)).rejects.toThrow();
});

it('asks nothing more of a program that has not answered in time', async () => {
  const redocly = new Redocly(1);
  stops.push(() => redocly.close());
  await expect(redocly.diff(BASE, HEAD)).rejects.toThrow(SpecProblem);
  await expect(redocly.diff(BASE, BASE)).rejects.toThrow('Redocly ended before it had compared the contracts');
});
