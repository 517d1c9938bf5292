import { SpecProblem } from '../problem.js';
import { compileSources } from './compile.js';

const PRELUDE = `
import type * as Base from './spec-diff.base.js';
import type * as Head from './spec-diff.head.js';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
type At<T, K> = K extends keyof T ? T[K] : never;
`;

/** The operations whose generated types are not the same on both sides, of those that are asked for. */
export function changedOperations(
  root: string,
  base: string,
  head: string,
  operations: ReadonlySet<string>,
): Set<string> {
  const names = [...operations];
  const lines = names.map((operation, index) => {
    const path = pathOf(operation);
    const at = (side: string) =>
      path.keys.reduce((type, key) => `At<${type}, ${JSON.stringify(key)}>`, `${side}.${path.room}`);
    // On one line each: the line of an error tells which operation it is about.
    return `export const same${index}: Same<${at('Base')}, ${at('Head')}> = true;`;
  });
  // Files of the root, because the compiler looks into no folder that is not there.
  const entry = 'spec-diff.compared.ts';
  const sources = {
    'spec-diff.base.ts': base,
    'spec-diff.head.ts': head,
    [entry]: `${PRELUDE}${lines.join('\n')}\n`,
  };
  const first = PRELUDE.split('\n').length;
  const changed = compileSources(root, sources, [entry]).map(({ line, message }) => {
    const operation = names[line - first];
    if (operation === undefined) throw new SpecProblem(`The generated types cannot be compared: ${message}`);
    return operation;
  });
  return new Set(changed);
}

/** `POST /v2/search` stands at `paths`, `/v2/search`, `post` of the generated types. */
function pathOf(operation: string): { room: string; keys: string[] } {
  const [method = '', name = ''] = operation.split(/ (.*)/, 2);
  return method === 'webhook'
    ? { room: 'webhooks', keys: [name] }
    : { room: 'paths', keys: [name, method.toLowerCase()] };
}
