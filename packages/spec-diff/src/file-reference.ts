import { posix } from 'node:path';
import { type Path, pathOf } from './json.js';

/** A place of a file. */
export interface FilePlace {
  /** Its path from the root of the repository. */
  file: string;
  path: Path;
}

/** The place that a reference in a file leads to, both by their paths from the root of the repository. */
export function placeOfReference(reference: string, file: string): FilePlace {
  const hash = reference.indexOf('#');
  const target = hash < 0 ? reference : reference.slice(0, hash);
  return {
    file: target === '' ? file : fileOfReference(target, file),
    path: hash < 0 ? [] : pathOf(reference.slice(hash)),
  };
}

/** The path of the file that a reference without a fragment leads to. References are addresses: `%20` is a blank in them. */
export function fileOfReference(reference: string, file: string): string {
  return posix.join(posix.dirname(file), decoded(reference));
}

/** A `%` that encodes nothing stands for itself. */
function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
