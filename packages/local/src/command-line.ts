import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { OptionError } from './option-error.js';
import { type OptionSpec, optionSpecs } from './option-specs.js';
import { settingsFrom } from './options.js';
import type { LocalServerOptions, Settings } from './settings.js';

const PREFIX = 'TRAWL_LOCAL_';

/** The port that clients try by default. */
const DEFAULT_PORT = 3002;

export interface CommandLine {
  readonly help: boolean;
  readonly version: boolean;
  readonly settings: Settings;
}

interface NamedOption {
  readonly name: keyof Settings;
  readonly flag: string;
  readonly variable: string;
  readonly spec: OptionSpec;
}

const options: readonly NamedOption[] = Object.entries(optionSpecs).map(([name, spec]) => {
  const flag = spec.flag ?? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const variable = PREFIX + flag.replaceAll('-', '_').toUpperCase();
  return { name: name as keyof Settings, flag, variable, spec };
});

/** Reads the arguments of the program, and environment variables for missing arguments. */
export function readCommandLine(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandLine {
  const flags = parseFlags(args);
  const sources = new Map<string, string>();
  const given: Record<string, unknown> = { port: DEFAULT_PORT };
  for (const option of options) {
    const { name, flag, variable, spec } = option;
    const fromFile = flags[flag] === undefined ? secretFromFile(option, flags, environment) : undefined;
    const text = flags[flag] ?? fromFile?.text ?? fromEnvironment(environment[variable], spec);
    const isVariable = text !== undefined && flags[flag] === undefined;
    sources.set(name, fromFile?.source ?? (isVariable ? variable : `--${flag}`));
    if (text === undefined) continue;
    given[name] = coerce(text, spec);
  }
  const settings = settingsFrom(given as LocalServerOptions, (name) => sources.get(name) ?? name);
  return { help: flags.help === true, version: flags.version === true, settings };
}

type Flags = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

function parseFlags(args: readonly string[]): Flags {
  try {
    const flagOptions = options.flatMap((option) => {
      const { placeholder, many = false, isSecret = false } = option.spec;
      const type: 'string' | 'boolean' = placeholder === undefined ? 'boolean' : 'string';
      const own = [option.flag, { type, multiple: many }] as const;
      return isSecret ? [own, [fileOf(option).flag, { type: 'string', multiple: false }] as const] : [own];
    });
    const known = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } } as const;
    return parseArgs({ args: [...args], options: { ...Object.fromEntries(flagOptions), ...known } }).values;
  } catch (error) {
    // The first sentence of Node.js names the problem; the rest is advice about quoting.
    const [sentence] = (error as Error).message.split('. ');
    const words = sentence?.replace(/\s+/g, ' ').replace(/\.$/, '');
    throw new OptionError(`${words}. Run with --help to see the options.`);
  }
}

/** The flag and the variable that name the file of a secret. */
const fileOf = ({ flag, variable }: NamedOption) => ({ flag: `${flag}-file`, variable: `${variable}_FILE` });

/** A secret in a file, which the list of processes does not show. A list has one item on each line. */
function secretFromFile(
  option: NamedOption,
  flags: Flags,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly source: string; readonly text: string | string[] } | undefined {
  if (!option.spec.isSecret) return undefined;
  const { flag, variable } = fileOf(option);
  const source = flags[flag] === undefined ? variable : `--${flag}`;
  const file = flags[flag] ?? environment[variable];
  if (typeof file !== 'string' || file === '') return undefined;
  let content: string;
  try {
    content = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new OptionError(`${source}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (content === '') throw new OptionError(`${source}: ${file} is empty.`);
  return { source, text: option.spec.many ? content.split(/\s*\n\s*/) : content };
}

function fromEnvironment(text: string | undefined, { many, placeholder }: OptionSpec) {
  if (text === undefined || text === '') return undefined;
  if (many) return text.split(',').map((item) => item.trim());
  if (placeholder !== undefined) return text;
  return { 1: true, true: true, 0: false, false: false }[text.toLowerCase()] ?? text;
}

function coerce(value: string | boolean | readonly (string | boolean)[], { numeric }: OptionSpec): unknown {
  return numeric && typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value))
    ? Number(value)
    : value;
}

/** The lines of a description: 30 columns are those of the flags, and a terminal has 80. */
const WHOLE_WORDS = /\S.{0,49}(?:\s|$)/g;

function optionHelp(usage: string, description: string, variable: string): string {
  const text = [...(description.match(WHOLE_WORDS) ?? []), variable].map((line) => line.trimEnd());
  return `  ${usage.padEnd(28)}${text.join(`\n${' '.repeat(30)}`)}`;
}

/** What `--help` prints; `browser` says which one was found, and `model` which one is used. */
export function helpText(browser: string, model: string): string {
  const lines = options.flatMap((option) => {
    const { flag, variable, spec } = option;
    const usage = spec.placeholder === undefined ? `--${flag}` : `--${flag} ${spec.placeholder}`;
    const own = optionHelp(usage, spec.description, variable);
    if (!spec.isSecret) return [own];
    const file = fileOf(option);
    const about = spec.many ? 'The file with the keys, one on each line.' : 'The file with that secret.';
    return [own, optionHelp(`--${file.flag} FILE`, about, file.variable)];
  });
  return `Usage: trawl local [options], or trawl-local [options]

Serves the v2 Web Search and Scraping API on this machine.

Examples:
  trawl local --port 3002 --storage trawl.db
  trawl local --allow-private-networks
  trawl local --search-url http://127.0.0.1:8888
  trawl local --model-url http://127.0.0.1:11434/v1 --model-name qwen3:4b

Options, each with its environment variable. A flag wins over it. In a variable,
commas separate the items of a list.

Other users of the machine can see the arguments of a program. Give keys and
secrets in a file or a variable: --api-key-file, not --api-key.

${lines.join('\n')}
  ${'--help'.padEnd(28)}Print this.
  ${'--version'.padEnd(28)}Print the version.

The browser of this machine: ${browser}
The language model: ${model}
`;
}
