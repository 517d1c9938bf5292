import { compileSources } from './compile.js';

const PRELUDE = `
import type * as Base from './base.js';
import type * as Head from './head.js';
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
  const folder = 'scripts/spec/types/compared';
  const sources = {
    [`${folder}/base.ts`]: base,
    [`${folder}/head.ts`]: head,
    [`${folder}/compared.ts`]: `${PRELUDE}${lines.join('\n')}\n`,
  };
  const before = PRELUDE.split('\n').length;
  const findings = compileSources(root, sources, [`${folder}/compared.ts`]);
  return new Set(findings.map(({ line }) => names[line - before] ?? ''));
}

/** `POST /v2/search` stands at `paths`, `/v2/search`, `post` of the generated types. */
function pathOf(operation: string): { room: string; keys: string[] } {
  const [method = '', name = ''] = operation.split(/ (.*)/, 2);
  return method === 'webhook'
    ? { room: 'webhooks', keys: [name] }
    : { room: 'paths', keys: [name, method.toLowerCase()] };
}
