/**
 * Lints the contract, or another one: `npm run lint:contract [-- file]`. Redocly says whether it is valid; the house
 * rules make sense only for a valid contract, so Spectral comes second, and what Redocly finds ends the run.
 */
import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from './shared/command-line.js';

const ours = (path: string) => relative('', fileURLToPath(new URL(`../openapi/${path}`, import.meta.url)));
const USAGE = `
Lints the contract: whether it is valid, then the rules of this repository.

  npm run lint:contract            lints openapi/v2.yaml
  npm run lint:contract -- FILE    lints another contract
`;

const { positionals } = readCommandLine(USAGE, { allowPositionals: true });
const contract = positionals[0] ?? ours('v2.yaml');

process.exitCode =
  run(import.meta.resolve('@redocly/cli/bin/cli.js'), '--config', ours('redocly.yaml')) ||
  run(
    import.meta.resolve('@stoplight/spectral-cli'),
    '--ruleset',
    ours('rules/ruleset.mjs'),
    '--format',
    'text',
    '--fail-severity',
    'hint',
  );

function run(program: string, ...options: string[]): number {
  const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = [fileURLToPath(program), 'lint', contract, ...options];
  const { status, error } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
  if (error) throw error;
  return status ?? 1;
}
