import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { bundleWorkers } from '../../../scripts/shared/bundled-workers.js';

/** What the tests start in processes of their own. `bundledProgram` finds each by its name. */
const PROGRAMS = [
  new URL('../src/program/cli.ts', import.meta.url),
  new URL('./programs/crawl-until-killed.ts', import.meta.url),
  new URL('./programs/endless-writer.ts', import.meta.url),
  new URL('./programs/serve.ts', import.meta.url),
  new URL('./programs/service-until-killed.ts', import.meta.url),
  new URL('./programs/week.ts', import.meta.url),
];

/** The workers of this package and those of the package that converts pages, and the programs of the tests. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  const packageFolder = fileURLToPath(new URL('..', import.meta.url));
  return bundleWorkers(
    project,
    packageFolder,
    ['src', '../convert/src'],
    PROGRAMS.map((program) => fileURLToPath(program)),
  );
}
