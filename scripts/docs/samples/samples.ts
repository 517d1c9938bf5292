import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sample } from '../model.js';
import { broken, type Contract } from '../openapi.js';
import { operations, type PlacedOperation } from '../operations.js';
import { curl } from './curl.js';
import { pythonProgram } from './python.js';
import { exampleRequest } from './requests.js';
import { clientProgram } from './typescript.js';

/** The TypeScript programs of `openapi/samples`, by the operation that each shows. */
export async function readSamples(folder: string): Promise<Map<string, string>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const sources = files.map(
    async (file) => [file.slice(0, -'.ts'.length), await readFile(join(folder, file), 'utf8')] as const,
  );
  return new Map(await Promise.all(sources));
}

/** Fails if an operation has no sample, or a sample no operation. */
export function checkSamples(contract: Contract, samples: ReadonlyMap<string, string>): void {
  const unusedSamples = new Set(samples.keys());
  for (const { operation, pointer } of operations(contract)) {
    const { operationId } = operation;
    if (!samples.has(operationId))
      throw broken(pointer, `it has no TypeScript sample. Write openapi/samples/${operationId}.ts.`);
    unusedSamples.delete(operationId);
  }
  const [stray] = unusedSamples;
  if (stray !== undefined) {
    throw broken(
      `openapi/samples/${stray}.ts`,
      'the contract has no operation of this name. Rename or remove the file.',
    );
  }
}

/** The programs of an operation: the one with the SDK is written by hand, the others follow from the examples. */
export function samplesOf(contract: Contract, entry: PlacedOperation, source: string): Sample[] {
  const request = exampleRequest(contract, entry);
  return [
    // A few show the client itself, where the SDK has nothing to add.
    { label: 'SDK', language: 'ts', source },
    { label: 'Client', language: 'ts', source: clientProgram(request) },
    { label: 'curl', language: 'bash', source: curl(request) },
    { label: 'Python', language: 'python', source: pythonProgram(request) },
  ];
}
