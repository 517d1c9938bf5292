import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @import { Rule } from './contract.mjs' */

/** @type {Rule} */
export const samples = function* ({ operations }, file) {
  if (file === null) return;
  const folder = join(dirname(file), 'samples');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ts')) : [];
  const wanted = operations.map(({ path, operation }) => ({ path, name: `${operation.operationId}.ts` }));
  for (const { path, name } of wanted) {
    if (!files.includes(name))
      yield {
        path: [...path, 'operationId'],
        message: `Write openapi/samples/${name}, the program that the reference shows.`,
      };
  }
  for (const name of files.filter((name) => !wanted.some((sample) => sample.name === name))) {
    yield { path: ['paths'], message: `Rename or remove openapi/samples/${name}: no operation has this operationId.` };
  }
};
