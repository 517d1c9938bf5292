import { findProgram } from '../src/programs/find-program.js';

/** The paths of programs of this machine; undefined where one is missing, which the end of `npm test` names. */
export function programsOfMachine<Name extends string>(...files: readonly Name[]): Record<Name, string> | undefined {
  const found = files.map((file) => [file, findProgram({ setting: file, file, how: '' }, undefined).path] as const);
  const missing = found.flatMap(([file, path]) => (path === undefined ? [file] : []));
  if (missing.length === 0) return Object.fromEntries(found) as Record<Name, string>;
  console.warn(`Not tried: what needs ${missing.join(' and ')}, which this machine lacks.`);
  return undefined;
}
