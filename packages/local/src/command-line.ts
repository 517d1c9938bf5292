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
  for (const { name, flag, variable, spec } of options) {
    const text = flags[flag] ?? fromEnvironment(environment[variable], spec);
    const isVariable = text !== undefined && flags[flag] === undefined;
    sources.set(name, isVariable ? variable : `--${flag}`);
    if (text === undefined) continue;
    given[name] = coerce(text, spec);
  }
  const settings = settingsFrom(given as LocalServerOptions, (name) => sources.get(name) ?? name);
  return { help: flags.help === true, version: flags.version === true, settings };
}

type Flags = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

function parseFlags(args: readonly string[]): Flags {
  try {
    const flagOptions = options.map(({ flag, spec: { placeholder, many = false } }) => {
      const type: 'string' | 'boolean' = placeholder === undefined ? 'boolean' : 'string';
      return [flag, { type, multiple: many }] as const;
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

/** What `--help` prints; `browser` says which one was found, and `model` which one is used. */
export function helpText(browser: string, model: string): string {
  const lines = options.map(({ flag, variable, spec: { placeholder, description } }) => {
    const usage = placeholder === undefined ? `--${flag}` : `--${flag} ${placeholder}`;
    const text = [...(description.match(WHOLE_WORDS) ?? []), variable].map((line) => line.trimEnd());
    return `  ${usage.padEnd(28)}${text.join(`\n${' '.repeat(30)}`)}`;
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
${lines.join('\n')}
  ${'--help'.padEnd(28)}Print this.
  ${'--version'.padEnd(28)}Print the version.

The browser of this machine: ${browser}
The language model: ${model}
`;
}
