import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { LogFormat } from './log.js';
import { OptionError } from './option-error.js';
import { type NamedSetting, namedSettings, type Setting } from './setting-table.js';
import type { LocalServerOptions, Settings } from './settings.js';
import { settingsFrom } from './settings-validation.js';

export interface CommandLine {
  readonly help: boolean;
  readonly version: boolean;
  readonly settings: Settings;
}

/** Reads the arguments of the program, and environment variables for missing arguments. */
export function readCommandLine(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandLine {
  const flags = parseFlags(args);
  const sources = new Map<string, string>();
  const values: Record<string, unknown> = {};
  for (const namedSetting of namedSettings) {
    const { name, flag, variable, setting } = namedSetting;
    const secretFile = flags[flag] === undefined ? secretFromFile(namedSetting, flags, environment) : undefined;
    const value = flags[flag] ?? secretFile?.text ?? fromEnvironment(environment[variable], setting);
    const isVariable = value !== undefined && flags[flag] === undefined;
    sources.set(name, secretFile?.source ?? (isVariable ? variable : `--${flag}`));
    values[name] = value === undefined ? setting.programDefault : numberFrom(value, setting);
  }
  const settings = settingsFrom(values as LocalServerOptions, (name) => sources.get(name) ?? name);
  return { help: flags.help === true, version: flags.version === true, settings };
}

/** The format of the log that is asked for, even if other arguments are wrong: their error is written in it. */
export function requestedLogFormat(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): LogFormat {
  const { flag, variable } = namedSettings.find(({ name }) => name === 'logFormat') ?? {};
  if (flag === undefined || variable === undefined) return 'text';
  const { values } = parseArgs({ args: [...args], strict: false, options: { [flag]: { type: 'string' } } });
  return (values[flag] ?? environment[variable]) === 'json' ? 'json' : 'text';
}

type Flags = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

function parseFlags(args: readonly string[]): Flags {
  try {
    const flagOptions = namedSettings.flatMap((namedSetting) => {
      const { type, isSecret = false } = namedSetting.setting;
      const option = { type: type === 'boolean' ? type : 'string', multiple: type === 'list' } as const;
      const fileOption = [fileOf(namedSetting).flag, { type: 'string', multiple: false }] as const;
      return isSecret ? [[namedSetting.flag, option] as const, fileOption] : [[namedSetting.flag, option] as const];
    });
    const generalOptions = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } } as const;
    return parseArgs({ args: [...args], options: { ...Object.fromEntries(flagOptions), ...generalOptions } }).values;
  } catch (error) {
    // The first sentence of Node.js names the problem; the rest is advice about quoting.
    const [sentence] = (error as Error).message.split('. ');
    const words = sentence?.replace(/\s+/g, ' ').replace(/\.$/, '');
    throw new OptionError(`${words}. Run with --help to see the options.`);
  }
}

/** The flag and the variable that name the file of a secret. */
const fileOf = ({ flag, variable }: NamedSetting) => ({ flag: `${flag}-file`, variable: `${variable}_FILE` });

/** A secret in a file, which the list of processes does not show. A list has one item on each line. */
function secretFromFile(
  namedSetting: NamedSetting,
  flags: Flags,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly source: string; readonly text: string | string[] } | undefined {
  if (!namedSetting.setting.isSecret) return undefined;
  const { flag, variable } = fileOf(namedSetting);
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
  return { source, text: namedSetting.setting.type === 'list' ? content.split(/\s*\n\s*/) : content };
}

function fromEnvironment(text: string | undefined, { type }: Setting) {
  if (text === undefined || text === '') return undefined;
  if (type === 'list') return text.split(',').map((item) => item.trim());
  if (type !== 'boolean') return text;
  return { 1: true, true: true, 0: false, false: false }[text.toLowerCase()] ?? text;
}

/** The number in a text. A text that is not a number is returned as it is, and then fails validation. */
function numberFrom(value: string | boolean | readonly (string | boolean)[], { type }: Setting): unknown {
  return type === 'number' && typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value))
    ? Number(value)
    : value;
}

/** Splits a description into lines. The flags take 30 columns of a terminal with 80. */
const WHOLE_WORDS = /\S.{0,49}(?:\s|$)/g;

function optionHelp(usage: string, description: string, variable: string): string {
  const text = [...(description.match(WHOLE_WORDS) ?? []), variable].map((line) => line.trimEnd());
  return `  ${usage.padEnd(28)}${text.join(`\n${' '.repeat(30)}`)}`;
}

/** What `--help` prints; `browser` says which one was found, and `model` which one is used. */
export function helpText(browser: string, model: string): string {
  const lines = namedSettings.flatMap((namedSetting) => {
    const { flag, variable, setting } = namedSetting;
    const usage = setting.placeholder === undefined ? `--${flag}` : `--${flag} ${setting.placeholder}`;
    const help = optionHelp(usage, setting.description, variable);
    if (!setting.isSecret) return [help];
    const file = fileOf(namedSetting);
    const about = setting.type === 'list' ? 'The file with them, one on each line.' : 'The file with that secret.';
    return [help, optionHelp(`--${file.flag} FILE`, about, file.variable)];
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
