import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { CommandSpec } from '../commands/command.js';
import { UsageError } from '../usage-error.js';

/** What a command line gives to a command besides its flags. */
export interface Given {
  readonly args: readonly string[];
  /** The request of `--body`, without the field that the arguments are. */
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The arguments: those of the command line, or what the body has for them, or the lines of standard input where the command
 * takes them from there.
 *
 * @param isResumed - Whether a job goes on that exists, which needs none.
 * @throws UsageError when there is none and the command cannot do without.
 */
export async function givenTo(
  spec: CommandSpec,
  given: readonly string[],
  file: string | undefined,
  isResumed: boolean,
): Promise<Given> {
  const all = file === undefined ? {} : await bodyFrom(file);
  const last = spec.arguments.at(-1);
  if (!last?.field) return { args: given, body: all };
  const { [last.field]: value, ...body } = all;
  const isFromLines = last.orLines && given.length === 1 && given[0] === '-';
  if (isResumed || (given.length > 0 && !isFromLines)) return { args: given, body };
  if (value !== undefined && !isFromLines) return { args: [value].flat().map(String), body };
  if (last.orLines) return { args: await linesOfInput(last.name), body };
  if (last.required) throw new UsageError(`The ${last.name} is missing: see trawl ${spec.name} --help.`);
  return { args: given, body };
}

async function linesOfInput(name: string): Promise<readonly string[]> {
  if (process.stdin.isTTY) throw new UsageError(`Name the ${name}, or give one on each line of standard input.`);
  const lines = (await text(process.stdin)).split(/\r?\n/).map((line) => line.trim());
  const filled = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (filled.length === 0) throw new UsageError(`Name the ${name}: neither an argument nor standard input has one.`);
  return filled;
}

async function bodyFrom(file: string): Promise<Record<string, unknown>> {
  const source = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8').catch(refuse);
  try {
    const body: unknown = JSON.parse(source);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch (error) {
    throw new UsageError(`--body: ${file} is not JSON: ${(error as Error).message}`);
  }
  throw new UsageError(`--body: ${file} must have a JSON object.`);

  function refuse(error: NodeJS.ErrnoException): never {
    throw new UsageError(`--body: ${file} cannot be read (${error.code}).`);
  }
}
