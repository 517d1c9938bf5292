import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { curl } from './curl.js';
import { broken, type Contract } from './openapi.js';
import { operations } from './operations.js';
import { exampleRequest } from './requests.js';

/** The TypeScript programs of `openapi/samples`, by the operation that each shows. */
export async function readSamples(folder: string): Promise<Map<string, string>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const sources = files.map(
    async (file) => [file.slice(0, -'.ts'.length), await readFile(join(folder, file), 'utf8')] as const,
  );
  return new Map(await Promise.all(sources));
}

/** Gives every operation its TypeScript sample, which the reference shows first, and then the same call with curl. */
export function addSamples(contract: Contract, samples: ReadonlyMap<string, string>): void {
  const unusedSamples = new Set(samples.keys());
  for (const entry of operations(contract)) {
    const { operation, pointer } = entry;
    const file = `openapi/samples/${operation.operationId}.ts`;
    const source = samples.get(operation.operationId);
    if (source === undefined) throw broken(pointer, `it has no TypeScript sample. Write ${file}.`);
    unusedSamples.delete(operation.operationId);
    operation['x-codeSamples'] = [
      { lang: 'TypeScript', label: 'TypeScript', source },
      { lang: 'bash', label: 'curl', source: curl(exampleRequest(contract, entry)) },
    ];
  }
  const [stray] = unusedSamples;
  if (stray !== undefined) {
    throw broken(
      `openapi/samples/${stray}.ts`,
      'the contract has no operation of this name. Rename or remove the file.',
    );
  }
}
