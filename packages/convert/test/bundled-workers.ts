import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { bundleWorkers } from '../../../scripts/shared/bundled-workers.js';

export function setup(project: TestProject): Promise<() => Promise<void>> {
  return bundleWorkers(project, fileURLToPath(new URL('..', import.meta.url)), ['src', 'test/workers']);
}
