import type { Path } from '../json.js';
import { SpecProblem } from '../problem.js';
import type { Change } from '../report/report.js';
import { compileSources } from './compile.js';

const PRELUDE = `
import type * as Base from './spec-diff.base.js';
import type * as Head from './spec-diff.head.js';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
type At<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
type Item<T> = NonNullable<T> extends readonly (infer Member)[] ? Member : never;
`;

/** The changes with which the generated types change, too. */
export function changedTypes(root: string, base: string, head: string, changes: readonly Change[]): Set<Change> {
  const lines = changes.map(({ places }, index) => {
    const [before, after] = [places.base ?? places.head ?? [], places.head ?? places.base ?? []];
    // Each on a line of its own: the line of an error tells which change it is about.
    return `export const same${index}: Same<${typeAt('Base', before)}, ${typeAt('Head', after)}> = true;`;
  });
  // Files of the root, because the compiler looks into no folder that is not there.
  const entry = 'spec-diff.compared.ts';
  const sources = {
    'spec-diff.base.ts': base,
    'spec-diff.head.ts': head,
    [entry]: `${PRELUDE}${lines.join('\n')}\n`,
  };
  const first = PRELUDE.split('\n').length;
  const changed = compileSources(root, sources, [entry], { noUnusedLocals: false }).map(({ line, message }) => {
    const change = changes[line - first];
    if (!change) throw new SpecProblem(`The generated types cannot be compared: ${message}`);
    return change;
  });
  return new Set(changed);
}

/** The generated type of what stands at a place of the contract, or of the innermost thing around it that has one. */
export function typeAt(side: 'Base' | 'Head', path: Path): string {
  const [room = '', kind = '', name = '', ...rest] = path;
  const at = (type: string, key: string) => `At<${type}, ${JSON.stringify(key)}>`;
  if (room === 'components' && kind === 'schemas') return fieldAt(at(`${side}.components["schemas"]`, name), rest);
  if (room === 'components') return at(at(`${side}.components`, kind), name);
  if (room !== 'paths' && room !== 'webhooks') return 'never';
  const item = at(`${side}.${room}`, kind);
  if (name === '') return item;
  // Of an operation, only what is sent and what comes back has a type, and its name, which the types are called by.
  const [part = ''] = rest;
  if (part === 'operationId') return `keyof ${side}.operations`;
  if (part === '') return at(item, name);
  const types: Record<string, string> = {
    parameters: 'parameters',
    requestBody: 'requestBody',
    responses: 'responses',
  };
  return types[part] ? at(at(item, name), types[part]) : 'never';
}

function fieldAt(type: string, path: Path): string {
  const [keyword, name, ...rest] = path;
  if (keyword === 'properties' && name !== undefined)
    return fieldAt(`At<NonNullable<${type}>, ${JSON.stringify(name)}>`, rest);
  return keyword === 'items' ? fieldAt(`Item<${type}>`, path.slice(1)) : type;
}
