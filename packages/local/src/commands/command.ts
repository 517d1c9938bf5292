import {
  type CommandArguments,
  type CommandFlags,
  type Environment,
  optionHelp,
  readCommandArguments,
  settingHelp,
} from '../settings/command-line.js';
import { namedSettings } from '../settings/setting-table.js';
import type { Settings } from '../settings/settings.js';

/** A command of the program about a service or its data, such as `trawl-local keys`. */
export interface Command {
  /** How it is called, one way on each line, and what it does. */
  readonly help: string;
  readonly flags: CommandFlags;
  /** The settings of the service that it has as flags, because they say where the service and its data are. */
  readonly settings: readonly (keyof Settings)[];
  /** Resolves to the exit status. */
  run(input: CommandArguments, output: CommandOutput): Promise<number>;
}

/** Where a command writes. */
export interface CommandOutput {
  /** Writes a line of the result to standard output. */
  print(line: string): void;
  /** Writes a line for people to standard error. */
  say(line: string): void;
}

/** Runs a command with the arguments after its name; resolves to the exit status. */
export async function runCommand(
  command: Command,
  args: readonly string[],
  environment: Environment,
  output: CommandOutput,
): Promise<number> {
  const input = readCommandArguments(args, environment, command.flags, command.settings);
  if (!input.help) return command.run(input, output);
  for (const line of helpOf(command).split('\n')) output.print(line);
  return 0;
}

function helpOf({ help, flags, settings }: Command): string {
  const flagLines = Object.entries(flags).map(([flag, { placeholder, description }]) =>
    optionHelp(`--${flag} ${placeholder}`, description),
  );
  const settingLines = namedSettings.filter(({ name }) => settings.includes(name)).flatMap(settingHelp);
  return `${help}\n\nOptions:\n\n${[...flagLines, ...settingLines].join('\n')}`;
}
