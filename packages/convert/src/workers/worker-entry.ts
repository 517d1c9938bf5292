import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The arguments for a `Worker`. */
export interface WorkerEntry {
  readonly url: URL;
  readonly execArgv?: string[];
}

/**
 * Finds the worker of the given name beside the file with the URL `from`: TypeScript in the repository, JavaScript in the
 * built package.
 */
export function workerEntry(name: string, from: string): WorkerEntry {
  const extension = extname(fileURLToPath(from));
  const url = new URL(`./${name}${extension}`, from);
  if (extension !== '.ts') return { url };
  // The tests bundle the workers once, because each start from TypeScript takes half a second of a processor.
  const { TRAWL_BUNDLED_WORKERS: bundled } = process.env;
  if (bundled) return { url: new URL(`${name}.js`, bundled) };
  return { url, execArgv: ['--import', new URL('./typescript.mjs', import.meta.url).href] };
}
