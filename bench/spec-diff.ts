import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './median.js';
import type { Row } from './table.js';

const ROUNDS = 9;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REDOCLY = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');

/** Measures how long a comparison of two contracts takes, beside Redocly's comparison of the same files. */
export function measureSpecDiff(): Row {
  const folder = mkdtempSync(join(tmpdir(), 'bench-spec-diff-'));
  try {
    const contract = readFileSync(join(ROOT, 'openapi/v2.yaml'), 'utf8');
    const [base, head] = [join(folder, 'base.yaml'), join(folder, 'head.yaml')];
    writeFileSync(base, contract);
    writeFileSync(head, contract.replace('operationId: mapSite\n', 'operationId: mapWebsite\n'));
    const report = ['--format', 'json', '--output', join(folder, 'report.json'), '--lint-config', 'off'];
    const rounds = Array.from({ length: ROUNDS }, () => ({
      ours: seconds([join(ROOT, 'scripts/spec-diff.mjs'), base, head]),
      theirs: seconds([REDOCLY, 'diff', base, head, ...report]),
    }));
    const ours = median(rounds.map((round) => round.ours));
    const theirs = median(rounds.map((round) => round.theirs));
    return {
      what: 'One comparison of the contract, from the command to the report',
      ratio: ours / theirs,
      ours: `${ours.toFixed(2)} s`,
      theirs: `${theirs.toFixed(2)} s (redocly diff alone)`,
      target: { words: '≤ 2 s, and ≤ 1.5 × theirs', isMet: ours <= 2 && ours <= 1.5 * theirs },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Of a comparison that finds what breaks: both end with 1 then. */
function seconds(program: readonly string[]): number {
  const start = performance.now();
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { status } = spawnSync(process.execPath, program, { cwd: ROOT, stdio: 'ignore', env });
  if (status !== 1) throw new Error(`${program.join(' ')} ended with ${status}.`);
  return (performance.now() - start) / 1000;
}
