import { posix } from 'node:path';
import type { SpecDocument } from './document.js';
import type { Path } from './json.js';

/**
 * What people call the component at a path. Bringing several files together gives another name to one of two components
 * of the same name, and that name stands in none of the files.
 */
export function componentName(path: Path, document: SpecDocument): string {
  const { file, path: own } = document.locate(path);
  return own.at(-1) ?? posix.parse(file).name;
}

/** The name of the component around a place, where it is no schema: of schemas, the types that programs import are told of. */
export function nameInFile(path: Path, document: SpecDocument): { componentName?: string } {
  const isNamed = path[0] === 'components' && path[1] !== 'schemas' && path.length > 2;
  return isNamed ? { componentName: componentName(path.slice(0, 3), document) } : {};
}
