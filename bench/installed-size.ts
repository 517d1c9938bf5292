import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '../scripts/shared/project.js';

/** What was installed into a project. */
export interface InstalledSize {
  readonly bytes: number;
  readonly packages: number;
}

export function installedSize({ folder }: Project): InstalledSize {
  const modules = join(folder, 'node_modules');
  const entries = readdirSync(modules, { recursive: true, encoding: 'utf8' }).map((path) =>
    statSync(join(modules, path)),
  );
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: object };
  return {
    bytes: entries.reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0),
    // One of them is the project itself.
    packages: Object.keys(packages).length - 1,
  };
}
