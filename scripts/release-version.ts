/**
 * Carries out what the changesets plan: new versions, changelogs, and in that of the client what has changed in the
 * contract since its last release, in words.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { compare, parseSpec, readPolicy, withPolicy } from '@trawl/spec-diff';
import { releases } from './pages/versions.js';
import { contractWords, insertWords } from './release/contract-words.js';
import { released } from './release/unreleased.js';
import { readCommandLine } from './shared/command-line.js';

const USAGE = `
Carries out what the changesets plan: new versions and changelogs.

  npm run release:version
`;

const CONTRACT = 'openapi/v2.yaml';

/** What we have agreed on for the comparison. */
const POLICY = 'openapi/contract-changes.yaml';
const CLIENT = 'packages/client';

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'inherit' });

readCommandLine(USAGE, {});
const [last] = await releases('.');
run('npx', 'changeset', 'version');
// Git still lists the changesets that were just carried out.
const markdown = execFileSync('git', ['ls-files', '-z', '*.md'], { encoding: 'utf8' }).split('\0').filter(existsSync);
for (const path of markdown) {
  const text = readFileSync(path, 'utf8');
  if (released(text) !== text) writeFileSync(path, released(text));
}
if (last) {
  const text = execFileSync('git', ['show', `${last.tag}:${CONTRACT}`], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const olderSpec = parseSpec(text, `${CONTRACT} at ${last.tag}`);
  const newerSpec = parseSpec(readFileSync(CONTRACT, 'utf8'), CONTRACT);
  const policy = readPolicy(POLICY);
  const words = contractWords(withPolicy(compare(olderSpec, newerSpec, policy.settings), policy));
  const { version } = JSON.parse(readFileSync(`${CLIENT}/package.json`, 'utf8'));
  if (words && version !== last.version) {
    const changelog = `${CLIENT}/CHANGELOG.md`;
    writeFileSync(changelog, insertWords(readFileSync(changelog, 'utf8'), version, words));
  }
}
// The lockfile names the versions of the workspaces as well.
run('npm', 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund');
