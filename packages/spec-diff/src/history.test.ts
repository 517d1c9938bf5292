import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { history, pairsIn, type Step } from './history.js';
import { historyOf } from './program/history.js';

let folder: string;

const git = (...options: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...options], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  });

const commit = (file: string, text: string) => {
  writeFileSync(join(folder, file), text);
  git('add', '.');
  git('commit', '--quiet', '--message', file);
};

const contract = (title: string) => `openapi: 3.1.0
info: { title: ${title}, version: '1' }
paths: {}
components: { schemas: { Page: { $ref: page.yaml } } }
`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'history-'));
  git('init', '--quiet', '--initial-branch', 'main');
  commit('page.yaml', 'type: integer\n');
  commit('openapi.yaml', contract('Things'));
  commit('page.yaml', 'type: string\n');
  commit('other.yaml', 'type: string\n');
  commit('openapi.yaml', contract('Pages'));
  commit('page.yaml', 'type: [string, integer]\n');
});

afterAll(() => rmSync(folder, { recursive: true }));

const stepsOf = async (file: string, inside = folder) => {
  const steps: Step[] = [];
  for await (const step of history(file, { folder: inside })) steps.push(step);
  return steps;
};

it('takes each change of any file of the contract for a version, from the first one on', async () => {
  const steps = await stepsOf('openapi.yaml');
  expect(steps.map(({ report }) => report?.verdict)).toEqual(['major', 'patch', 'major']);
});

it('has no steps for a file that the history does not know', async () => {
  expect(await stepsOf('gone.yaml')).toEqual([]);
});

it('fails where no version can be read', async () => {
  const message = 'broken.yaml: no two versions of it can be compared';
  commit('broken.yaml', 'openapi: 3.1.0\npaths: { /a: { $ref: gone.yaml } }\n');
  commit('broken.yaml', 'openapi: 3.1.0\npaths: { /b: { $ref: gone.yaml } }\n');
  expect((await stepsOf('broken.yaml')).map(({ problem }) => problem)).toEqual([
    'broken.yaml: there is no file gone.yaml, to which it refers.',
  ]);
  await expect(pairsIn('broken.yaml', { folder }).next()).rejects.toThrow(message);
  await expect(historyOf(['broken.yaml', '--repository', folder], {})).rejects.toThrow(message);
});

it('follows a contract that was moved, and its files with it', async () => {
  mkdirSync(join(folder, 'api'));
  for (const file of ['openapi.yaml', 'page.yaml']) git('mv', file, `api/${file}`);
  commit('api/page.yaml', 'type: [string, integer]\nmaxLength: 5\n');
  const steps = await stepsOf('api/openapi.yaml');
  expect(steps.map(({ report }) => report?.verdict)).toEqual(['patch', 'major', 'patch', 'major']);
});

it('says so where there is no repository', async () => {
  const other = mkdtempSync(join(tmpdir(), 'none-'));
  await expect(stepsOf('openapi.yaml', other)).rejects.toThrow(`${other}: this is no git repository.`);
  rmSync(other, { recursive: true });
  await expect(stepsOf('openapi.yaml', other)).rejects.toThrow(`${other}: there is no such folder.`);
});
