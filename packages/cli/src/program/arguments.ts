import type { Argument, CommandSpec } from '../commands/command.js';
import { readStandardInput, readTextFile } from '../text-file.js';
import { UsageError } from '../usage-error.js';
import { hasPassword, NO_PASSWORD, urlsOfList } from './lines.js';

/** The input of a command apart from its flags. */
export interface CommandInput {
  readonly args: readonly string[];
  /** The request of `--body`, without the field that the arguments are. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Where the arguments of a command may come from, besides the command line. */
export interface ArgumentSources {
  /** The file of `--body`. */
  readonly body: string | undefined;
  /** The file of `--file`. */
  readonly list: string | undefined;
  /** Whether the command follows a job that exists. It needs no arguments then. */
  readonly isResumed: boolean;
  /** Whether the service leaves out invalid URLs. */
  readonly mayBeInvalid: boolean;
}

/**
 * The arguments: those of the command line, with the lines of the files that they name, or what the body has for them, or
 * the lines of standard input where the command takes them from there.
 *
 * @throws UsageError when there is none and the command cannot do without.
 */
export async function readArguments(
  spec: CommandSpec,
  words: readonly string[],
  sources: ArgumentSources,
): Promise<CommandInput> {
  const input = await collectArguments(spec, words, sources);
  const { field = '', name = '' } = spec.arguments.at(-1) ?? {};
  const isUrl = ['url', 'urls'].includes(field) || ['url', 'page'].includes(name);
  if (isUrl && input.args.some(hasPassword)) throw new UsageError(`The <${name}> ${NO_PASSWORD}`);
  return input;
}

async function collectArguments(
  spec: CommandSpec,
  args: readonly string[],
  sources: ArgumentSources,
): Promise<CommandInput> {
  const { body: file, list, isResumed, mayBeInvalid } = sources;
  const all = file === undefined ? {} : await bodyFrom(file);
  const last = spec.arguments.at(-1);
  if (!last?.field) return { args, body: all };
  const { [last.field]: value, ...body } = all;
  if (isResumed) return { args, body };
  if (!last.orLines) {
    if (args.length === 0 && value === undefined && last.required) throw new UsageError(`The ${last.name} is missing.`);
    return { args: args.length > 0 || value === undefined ? args : [value].flat().map(String), body };
  }
  const lists = [...args.map(listOf), ...(list === undefined ? [] : [{ file: list }])];
  if (lists.length > 0) {
    const urls = await Promise.all(
      lists.map((one) => ('file' in one ? urlsOfList(one.file, mayBeInvalid) : [one.url])),
    );
    return { args: checked(urls.flat(), last), body };
  }
  if (value !== undefined) return { args: [value].flat().map(String), body };
  if (process.stdin.isTTY)
    throw new UsageError(`Name the ${last.name}, or a file that has one on each line: --file urls.txt.`);
  return { args: checked(await urlsOfList('-', mayBeInvalid), last), body };
}

/** An argument, or the file that it names: `@urls.txt`, or `-` for standard input. */
function listOf(argument: string): { readonly url: string } | { readonly file: string } {
  if (argument === '-') return { file: '-' };
  return argument.startsWith('@') ? { file: argument.slice(1) } : { url: argument };
}

function checked(urls: readonly string[], { name }: Argument): readonly string[] {
  if (urls.length === 0) throw new UsageError(`Name the ${name}: neither an argument nor a line of input has one.`);
  return urls;
}

async function bodyFrom(file: string): Promise<Record<string, unknown>> {
  const source = file === '-' ? await readStandardInput() : readBody(file);
  try {
    const body: unknown = JSON.parse(source);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch (error) {
    throw new UsageError(`--body: ${file} is not JSON: ${(error as Error).message}`);
  }
  throw new UsageError(`--body: ${file} must have a JSON object.`);
}

function readBody(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    throw new UsageError(`--body: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
