import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { bundleWorkers } from '../../../scripts/shared/bundled-workers.js';

/** The workers of this package and those of the package that converts pages. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return bundleWorkers(project, fileURLToPath(new URL('..', import.meta.url)), ['src', '../convert/src']);
}
