import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { broken, type Contract } from './openapi.js';
import { operations } from './operations.js';

const PACKAGE = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
const PROGRAM = join(dirname(PACKAGE), 'bin', 'cli.js');
const CONFIG = fileURLToPath(new URL('./redocly.yaml', import.meta.url));

interface Problem {
  message: string;
  severity: string;
  suggest: string[];
  location: { pointer?: string; start?: { line: number; col: number } }[];
}

/** Fails with the first thing that makes the contract an invalid OpenAPI document. */
export async function checkValidity(contract: string): Promise<void> {
  const { output, complaint } = await redocly('lint', contract, '--format=json');
  if (!output.startsWith('{')) throw new Error(`Redocly could not read the contract.\n${complaint}`);
  const { problems } = JSON.parse(output) as { problems: Problem[] };
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (!first) return;
  const { pointer = '#', start } = first.location[0] ?? {};
  const place = [contract, start?.line, start?.col].filter((part) => part !== undefined).join(':');
  const hint = first.suggest[0] ? ` Did you mean '${first.suggest[0]}'?` : '';
  const rest = errors.length > 1 ? ` ${errors.length - 1} more: npm run lint shows them all.` : '';
  throw broken(`${place} at ${pointer}`, `${first.message}${hint}${rest}`);
}

/** Writes the contract as Redocly renders it, with the programs of our samples, for those who want Redoc. */
export async function redocPage(
  contract: Contract,
  samples: ReadonlyMap<string, string>,
  output: string,
): Promise<void> {
  for (const { operation } of operations(contract)) {
    const source = samples.get(operation.operationId);
    if (source !== undefined) operation['x-codeSamples'] = [{ lang: 'TypeScript', label: 'TypeScript', source }];
  }
  const folder = await mkdtemp(join(tmpdir(), 'trawl-redoc-'));
  try {
    const file = join(folder, 'contract.json');
    await writeFile(file, JSON.stringify(contract));
    const { hasFailed, complaint } = await redocly('build-docs', file, '--inlineBundle', '--output', output);
    if (hasFailed) throw new Error(`Redocly could not render the contract.\n${complaint}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Outcome {
  hasFailed: boolean;
  output: string;
  complaint: string;
}

function redocly(...args: string[]): Promise<Outcome> {
  const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve) => {
    const options = { env, maxBuffer: 64 * 1024 * 1024 };
    execFile(
      process.execPath,
      [PROGRAM, ...args, '--config', CONFIG, '--lint-config=off'],
      options,
      (error, stdout, stderr) => {
        resolve({ hasFailed: error !== null, output: stdout, complaint: stderr });
      },
    );
  });
}
