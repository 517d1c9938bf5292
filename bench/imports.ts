import { execFileSync } from 'node:child_process';
import { type Installed, OFFICIAL } from './installed.js';
import { median } from './median.js';
import type { Row } from './table.js';

const ROUNDS = 21;

/** Measures processor time, because other programs running at the same time would distort the wall-clock time of a short start. */
const REPORT = `const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);`;

/** What loading the package adds to the start of a program, and what loading the official client adds. */
export function measureImports({ project, hasOfficial }: Installed): Row {
  project.write('empty.mjs', REPORT);
  project.write('sdk.mjs', `import '@trawl/sdk'; ${REPORT}`);
  project.write('official.mjs', `import 'firecrawl'; ${REPORT}`);
  const start = (program: string) => Number(execFileSync(process.execPath, [program], { cwd: project.folder }));
  const rounds = Array.from({ length: ROUNDS }, () => ({
    empty: start('empty.mjs'),
    ours: start('sdk.mjs'),
    theirs: hasOfficial ? start('official.mjs') : undefined,
  }));
  const ours = median(rounds.map((round) => round.ours - round.empty));
  const theirs = hasOfficial ? median(rounds.map((round) => (round.theirs ?? 0) - round.empty)) : undefined;
  return {
    what: 'Import, above an empty program',
    ratio: theirs && ours / theirs,
    ours: `${ours.toFixed(1)} ms`,
    theirs: theirs ? `${theirs.toFixed(1)} ms (${OFFICIAL})` : `${OFFICIAL} could not be installed`,
    target: { most: 0.1 },
  };
}
