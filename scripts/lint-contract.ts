/**
 * Lints the contract, or another one: `npm run lint:contract [-- file]`. Redocly says whether it is valid; the house
 * rules make sense only for a valid contract, so Spectral comes second, and what Redocly finds ends the run.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const { resolve } = createRequire(import.meta.url);
const ours = (path: string) => relative('', fileURLToPath(new URL(`../openapi/${path}`, import.meta.url)));
const contract = process.argv[2] ?? ours('v2.yaml');

const redocly = [resolve('@redocly/cli/bin/cli.js'), 'lint', contract, '--config', ours('redocly.yaml')];
const spectral = [resolve('@stoplight/spectral-cli'), 'lint', contract, '--ruleset', ours('rules/ruleset.mjs')];

process.exitCode = run(redocly) || run([...spectral, '--format', 'text', '--fail-severity', 'hint']);

function run(linter: string[]): number {
  const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { status, error } = spawnSync(process.execPath, linter, { stdio: 'inherit', env });
  if (error) throw error;
  return status ?? 1;
}
