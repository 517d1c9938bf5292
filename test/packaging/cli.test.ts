import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveSite } from '../cli/site.js';
import { Project } from './project.js';

const run = promisify(execFile);
const project = new Project();
let files: string[];

beforeAll(async () => {
  files = await project.installPacked('cli', 'sdk', 'client', 'local', 'tools');
}, 300_000);

afterAll(() => project.remove());

it('holds the program and no source, and tells nothing of where it was made', () => {
  expect(files.filter((file) => !/^(dist\/.+\.js|package\.json|README\.md|LICENSE)$/.test(file))).toEqual([]);
  expect(project.filesThatTell('cli', files)).toEqual([]);
});

it('runs in an empty folder, with the service inside of the command', async () => {
  await using site = await serveSite();
  const program = join(project.folder, 'node_modules/.bin/trawl');
  const { stdout } = await run(program, ['scrape', site.url, '--local', '--allow-private-networks'], {
    cwd: project.folder,
    env: { PATH: process.env.PATH, HOME: project.folder },
  });
  expect(stdout).toMatch(/^# Anchor \//);
});
