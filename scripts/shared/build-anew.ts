import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Builds the packages of a repository without what earlier builds have left: a build that comes from the cache deletes nothing. */
export function buildAnew(repository: string): void {
  for (const name of readdirSync(join(repository, 'packages'))) {
    rmSync(join(repository, 'packages', name, 'dist'), { recursive: true, force: true });
  }
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: repository, stdio: 'inherit' });
}
