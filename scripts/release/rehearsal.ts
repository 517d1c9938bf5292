import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoopbackRegistry } from '../shared/loopback-registry.js';

const execute = promisify(execFile);

/** What a workflow sets, and who makes its tags: a machine has no name until somebody gives it one. */
const WORKFLOW = {
  GITHUB_SERVER_URL: 'https://code.example',
  GITHUB_REPOSITORY: 'owner/name',
  GITHUB_SHA: 'abc',
  GIT_AUTHOR_NAME: 'Release',
  GIT_AUTHOR_EMAIL: 'release@localhost',
  GIT_COMMITTER_NAME: 'Release',
  GIT_COMMITTER_EMAIL: 'release@localhost',
};

/** Carries out the planned versions in a clone. */
export async function version(clone: string): Promise<void> {
  await run(clone, {}, 'release:version');
}

/** Publishes the packages of a clone to the registry. npm knows no other, and none of the tokens of this user. */
export async function publish(clone: string, registry: LoopbackRegistry, ...options: string[]): Promise<void> {
  const userconfig = join(clone, '.git/npmrc');
  await writeFile(userconfig, registry.npmrc);
  const environment = { npm_config_registry: registry.url, npm_config_userconfig: userconfig };
  await run(clone, environment, 'release:publish', '--', ...options);
}

async function run(clone: string, environment: NodeJS.ProcessEnv, ...script: string[]): Promise<void> {
  const env = { ...process.env, ...WORKFLOW, ...environment };
  await execute('npm', ['run', '--silent', ...script], { cwd: clone, env, maxBuffer: 2 ** 26 });
}
