import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of the repository that is published. */
export interface PublicPackage {
  readonly name: string;
  readonly version: string;
  /** From the root of the repository. */
  readonly folder: string;
}

export function publicPackages(repository: string): readonly PublicPackage[] {
  return readdirSync(join(repository, 'packages')).flatMap((entry) => {
    const folder = `packages/${entry}`;
    const manifest = join(repository, folder, 'package.json');
    // A folder that a build of another branch has left has none.
    if (!existsSync(manifest)) return [];
    const { name, version, private: isPrivate } = JSON.parse(readFileSync(manifest, 'utf8'));
    return isPrivate ? [] : [{ name, version, folder }];
  });
}
