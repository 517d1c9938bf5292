import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { OpenAPI3 } from 'openapi-typescript';

/** One generated file: where it stands, and how its text follows from the contract. */
export interface Output {
  file: string;
  render(contract: OpenAPI3): string | Promise<string>;
}

/** Writes every output that differs from what is on disk, and answers with their names. */
export async function writeOutputs(outputs: Output[], contract: OpenAPI3): Promise<string[]> {
  const stale = await staleOutputs(outputs, contract);
  for (const { file, text } of stale) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return stale.map(({ file }) => file);
}

/** The outputs whose committed text is not what the contract gives now. */
export async function staleOutputs(outputs: Output[], contract: OpenAPI3): Promise<{ file: string; text: string }[]> {
  const files = await Promise.all(outputs.map(async ({ file, render }) => ({ file, text: await render(contract) })));
  return files.filter(({ file, text }) => text !== committed(file));
}

function committed(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
