import { CommandError } from './command-line.js';

/** What a command takes. */
export interface CommandOptions {
  /** How it is written; begins with its name. */
  readonly usage: string;
  readonly minWords?: number;
  readonly maxWords?: number;
  /** The number of words after which a dash begins no option: what follows is text. */
  readonly literalAfter?: number;
  /** Long names of options without a value, by their short names. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Long names of options with a value, by their short names. */
  readonly options?: Readonly<Record<string, string>>;
}

export interface CommandArguments {
  readonly words: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
}

/** A command that takes any number of words. */
export const MANY = Number.POSITIVE_INFINITY;

/** Tells the options of a command from its words; throws a `CommandError` for what it does not take. */
export function readArguments(line: readonly string[], command: CommandOptions): CommandArguments {
  const { usage, minWords = 0, maxWords = 0, literalAfter = MANY } = command;
  const words: string[] = [];
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const rest = [...line];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (words.length >= literalAfter || !/^-{1,2}[a-z]/i.test(word)) {
      words.push(word);
      continue;
    }
    const flag = longName(word, command.flags);
    const option = longName(word, command.options);
    const value = option === undefined ? undefined : rest.shift();
    if (flag !== undefined) flags.add(flag);
    else if (option !== undefined && value !== undefined) values.set(option, value);
    else throw new CommandError(`${word} is not understood here. Usage: ${usage}`, 2);
  }
  if (words.length < minWords || words.length > maxWords) {
    throw new CommandError(`The command has ${words.length} arguments. Usage: ${usage}`, 2);
  }
  return { words, flags, values };
}

function longName(word: string, names: Readonly<Record<string, string>> = {}): string | undefined {
  const name = word.replace(/^-+/, '');
  return word.startsWith('--') ? Object.values(names).find((long) => long === name) : names[name];
}
