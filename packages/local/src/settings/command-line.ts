import { type ParseArgsConfig, parseArgs } from 'node:util';
import { OptionError } from '@trawl/base/option-error';
import type { LogFormat } from '../base/log.js';
import { contentOfSecretFile } from '../base/secret-content.js';
import { type NamedSetting, namedSettings, type Setting } from './setting-table.js';
import type { LocalServerOptions, Settings } from './settings.js';
import { settingsFrom } from './settings-validation.js';

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface CommandLine {
  readonly help: boolean;
  readonly version: boolean;
  readonly settings: Settings;
}

/** Reads the arguments of the program, and environment variables for missing arguments. */
export function readCommandLine(args: readonly string[], environment: Environment): CommandLine {
  const options = { version: { type: 'boolean', short: 'v' } } as const;
  const { values: flags, positionals } = parse(args, namedSettings, options);
  const [word] = positionals;
  if (word !== undefined) throw new OptionError(word === args[0] ? noCommand(word) : behindOption(word));
  const settings = settingsOf(namedSettings, flags, environment);
  return { help: flags.help === true, version: flags.version === true, settings };
}

const noCommand = (word: string) => `There is no command "${word}". Run with --help to see the commands.`;

const behindOption = (word: string) =>
  `"${word}" stands behind an option. A command comes first, and its options behind it: trawl-local keys list --port 3003.`;

/** The flags of a command alone, by name. Each has a text as its value. */
export type CommandFlags = Readonly<Record<string, { readonly placeholder: string; readonly description: string }>>;

export interface CommandArguments {
  readonly help: boolean;
  readonly settings: Settings;
  /** The arguments that are no flags. */
  readonly words: readonly string[];
  /** The values of the flags of the command. */
  readonly values: Readonly<Record<string, string | undefined>>;
}

/** Reads the arguments of a command: flags of its own, and those of the settings that say which service it is about. */
export function readCommandArguments(
  args: readonly string[],
  environment: Environment,
  flags: CommandFlags,
  settingNames: readonly (keyof Settings)[],
): CommandArguments {
  const settings = namedSettings.filter(({ name }) => settingNames.includes(name));
  const own = Object.fromEntries(Object.keys(flags).map((flag) => [flag, { type: 'string' } as const]));
  const { values, positionals: words } = parse(args, settings, own);
  const ownValues = Object.fromEntries(Object.keys(flags).map((flag) => [flag, values[flag] as string | undefined]));
  return { help: values.help === true, settings: settingsOf(settings, values, environment), words, values: ownValues };
}

function settingsOf(named: readonly NamedSetting[], flags: Flags, environment: Environment): Settings {
  const sources = new Map<string, string>();
  const values: Record<string, unknown> = {};
  for (const namedSetting of named) {
    const { name, flag, variable, setting } = namedSetting;
    const secretFile = flags[flag] === undefined ? secretFromFile(namedSetting, flags, environment) : undefined;
    const value = flags[flag] ?? secretFile?.text ?? fromEnvironment(environment[variable], setting);
    const isVariable = value !== undefined && flags[flag] === undefined;
    sources.set(name, secretFile?.source ?? (isVariable ? variable : `--${flag}`));
    values[name] = value === undefined ? setting.programDefault : numberFrom(value, setting);
  }
  return settingsFrom(values as LocalServerOptions, (name) => sources.get(name) ?? name);
}

/** The format of the log that is asked for, even if other arguments are wrong: their error is written in it. */
export function requestedLogFormat(args: readonly string[], environment: Environment): LogFormat {
  const { flag, variable } = namedSettings.find(({ name }) => name === 'logFormat') ?? {};
  if (flag === undefined || variable === undefined) return 'text';
  const { values } = parseArgs({ args: [...args], strict: false, options: { [flag]: { type: 'string' } } });
  return (values[flag] ?? environment[variable]) === 'json' ? 'json' : 'text';
}

type Flags = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

type FlagOptions = NonNullable<ParseArgsConfig['options']>;

function parse(
  args: readonly string[],
  settings: readonly NamedSetting[],
  others: FlagOptions,
): { readonly values: Flags; readonly positionals: readonly string[] } {
  try {
    const flagOptions = settings.flatMap((namedSetting) => {
      const { type, isSecret = false } = namedSetting.setting;
      const option = { type: type === 'boolean' ? type : 'string', multiple: type === 'list' } as const;
      const fileOption = [fileOf(namedSetting).flag, { type: 'string', multiple: false }] as const;
      return isSecret ? [[namedSetting.flag, option] as const, fileOption] : [[namedSetting.flag, option] as const];
    });
    const help = { type: 'boolean', short: 'h' } as const;
    const options: FlagOptions = { ...Object.fromEntries(flagOptions), ...others, help };
    return parseArgs({ args: [...args], options, allowPositionals: true });
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
  environment: Environment,
): { readonly source: string; readonly text: string | string[] } | undefined {
  if (!namedSetting.setting.isSecret) return undefined;
  const { flag, variable } = fileOf(namedSetting);
  const source = flags[flag] === undefined ? variable : `--${flag}`;
  const file = flags[flag] ?? environment[variable];
  if (typeof file !== 'string' || file === '') return undefined;
  const content = contentOfSecretFile(file, source);
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

const USAGE_WIDTH = 28;

/** The lines of the help about one option. A long flag has a line of its own. */
export function optionHelp(usage: string, description: string, variable?: string): string {
  const indent = `\n${' '.repeat(USAGE_WIDTH + 2)}`;
  const text = [...(description.match(WHOLE_WORDS) ?? []), variable ?? []].flat().map((line) => line.trimEnd());
  const flag = usage.length < USAGE_WIDTH ? usage.padEnd(USAGE_WIDTH) : usage + indent;
  return `  ${flag}${text.join(indent)}`;
}

/** The lines of the help about a setting, and about the file of a secret. */
export function settingHelp(namedSetting: NamedSetting): string[] {
  const { flag, variable, setting } = namedSetting;
  const usage = setting.placeholder === undefined ? `--${flag}` : `--${flag} ${setting.placeholder}`;
  const help = optionHelp(usage, setting.description, variable);
  if (!setting.isSecret) return [help];
  const file = fileOf(namedSetting);
  const about = setting.type === 'list' ? 'The file with them, one on each line.' : 'The file with that secret.';
  return [help, optionHelp(`--${file.flag} FILE`, about, file.variable)];
}

/** What `--help` prints; `browser` says which one was found, and `model` which one is used. */
export function helpText(browser: string, model: string): string {
  const lines = namedSettings.flatMap(settingHelp);
  return `Usage: trawl-local [options]
       trawl-local keys|backup|check|move|resume …, each with its own --help

Serves the v2 Web Search and Scraping API on this machine.

Examples:
  trawl-local --port 3002 --storage trawl.db
  trawl-local --allow-private-networks
  trawl-local --search-url http://127.0.0.1:8888
  trawl-local --model-url http://127.0.0.1:11434/v1 --model-name qwen3:4b

Options, each with its environment variable. A flag wins over it. In a variable,
commas separate the items of a list.

Other users of the machine can see the arguments of a program. Give keys and
secrets in a file or a variable: --api-key-file, not --api-key.

${lines.join('\n')}
${optionHelp('--help', 'Print this.')}
${optionHelp('--version', 'Print the version.')}

The browser of this machine: ${browser}
The language model: ${model}
`;
}
