import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Repository } from './repository.js';

/** A state of the files: a revision, or the working tree where there is none. */
export type State = string | undefined;

/** A file of a state, and the object that holds its content. */
interface Blob {
  path: string;
  object: string;
}

const CONTRACTS = ['.yaml', '.yml', '.json'];

/** The path that a file of the later state had in the earlier one, if it was moved, as Git finds renames. */
export function earlierPath(repository: Repository, before: string, after: State, path: string): string | undefined {
  const gone = blobsOf(repository, before).filter((blob) => !isIn(repository, after, blob.path));
  const object = after === undefined ? written(repository, path) : objectAt(repository, after, path);
  return object && similar(repository, gone, [{ path, object }])?.from;
}

/** The path that a file of the earlier state has in the later one, if it was moved. */
export function laterPath(repository: Repository, before: string, after: State, path: string): string | undefined {
  const known = new Set(blobsOf(repository, before).map((blob) => blob.path));
  // Of the working tree, what is committed: other files are too many to look through.
  const added = blobsOf(repository, after ?? 'HEAD').filter((blob) => !known.has(blob.path));
  const object = objectAt(repository, before, path);
  return object && similar(repository, [{ path, object }], added)?.to;
}

function blobsOf(repository: Repository, revision: string): Blob[] {
  return repository.list(['ls-tree', '-r', '-z', '--full-tree', revision]).flatMap((line) => {
    const [, object, path] = /^100\d+ blob (\w+)\t(.+)$/s.exec(line) ?? [];
    return object && path && CONTRACTS.includes(extname(path).toLowerCase()) ? [{ path, object }] : [];
  });
}

function objectAt(repository: Repository, revision: string, path: string): string | undefined {
  const { output } = repository.run(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}:${path}`]);
  return output.trim() || undefined;
}

function isIn(repository: Repository, state: State, path: string): boolean {
  if (state !== undefined) return objectAt(repository, state, path) !== undefined;
  return existsSync(join(repository.workTree ?? '', path));
}

/** The object that a file of the working tree would be; it is written beside the repository and not into it. */
function written(repository: Repository, path: string): string | undefined {
  const text = readFileSync(join(repository.workTree ?? '', path), 'utf8');
  return repository.run(['hash-object', '-w', '--stdin'], text).output.trim() || undefined;
}

/** The pair of two lists that Git takes for one file under two names. */
function similar(
  repository: Repository,
  from: readonly Blob[],
  to: readonly Blob[],
): { from: string; to: string } | undefined {
  // Two trees of these files alone: what else was renamed does not matter, and is not looked for.
  const trees = [treeOf(repository, 'from', from), treeOf(repository, 'to', to)];
  const [, old = '', young = ''] = repository.list([
    'diff-tree',
    '-z',
    '-M',
    '--diff-filter=R',
    '--name-status',
    ...trees,
  ]);
  const [source, target] = [from[indexIn(old)], to[indexIn(young)]];
  return source && target && { from: source.path, to: target.path };
}

function treeOf(repository: Repository, side: string, blobs: readonly Blob[]): string {
  const lines = blobs.map(({ object }, index) => `100644 blob ${object}\t${side}-${index}\n`);
  return repository.run(['mktree'], lines.join('')).output.trim();
}

function indexIn(name: string): number {
  return Number(name.replace(/^\w+-/, '') || -1);
}
