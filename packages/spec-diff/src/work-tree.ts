import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Files } from './document.js';
import { locateRepository } from './git/location.js';
import { SpecProblem } from './problem.js';

/**
 * Refuses a file that is a link out of the repository in which it stands: who has written the link has not named the file.
 */
export function refuseLinkOut(path: string): void {
  const workTree = workTreeAround(path);
  if (workTree === undefined || isWithin(workTree, realpathSync(path))) return;
  throw new SpecProblem(`${path}: this is a link that leads out of the repository; name the file that is meant.`);
}

/**
 * The files of the repository in which a file is, or of its folder where there is no repository. What is only linked to from
 * there is not among them, and neither is what Git keeps for itself, such as keys.
 */
export function filesAround(path: string): Files {
  const file = realpathSync(path);
  const root = workTreeAround(path) ?? dirname(file);
  return { entry: nameIn(root, file), read: async (other) => readWithin(root, other) };
}

/** The path of a file from the root of its repository, whether or not there is such a file. */
export function pathInRepository(path: string): string {
  const folder = dirname(path);
  const workTree = workTreeAround(path);
  if (workTree === undefined) return path;
  return nameIn(workTree, join(existsSync(folder) ? realpathSync(folder) : folder, basename(path)));
}

function workTreeAround(path: string): string | undefined {
  return locateRepository(dirname(path))?.workTree;
}

function isWithin(root: string, file: string): boolean {
  const name = nameIn(root, file);
  return file.startsWith(root.endsWith(sep) ? root : `${root}${sep}`) && !/^\.git(\/|$)|\/\.git(\/|$)/i.test(name);
}

function nameIn(root: string, file: string): string {
  return relative(root, file).split(sep).join('/');
}

/** What a file holds; undefined of what is not there. */
function readWithin(root: string, path: string): string | undefined {
  try {
    const file = realpathSync.native(join(root, path));
    return isWithin(root, file) ? readFileSync(file, 'utf8') : undefined;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR' || code === 'ELOOP') return undefined;
    throw cause;
  }
}
