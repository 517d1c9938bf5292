import { Command, Option } from 'commander';
import { type CommandSpec, flagsOf } from '../commands/command.js';
import { commands, groups } from '../commands/index.js';
import { optionFor } from '../flags/command-options.js';
import { byHeading } from '../flags/flag-help.js';
import { VERSION } from '../version.js';
import { layout } from './help.js';

/** What a command is called with: its arguments, and the command of the parser, which has the flags. */
export type Execute = (spec: CommandSpec, args: readonly string[], command: Command) => Promise<void>;

const STATUSES = `Exit status:
  0 done, 1 failed or nothing found, 2 usage, 3 key,
  4 credits, 5 not found, 6 too many requests, 7 too slow,
  8 partly failed, 9 service cannot be reached,
  130 interrupted`;

const VALUES = `Values:
  <list> has commas between its items, or repeats the flag
  <json> is JSON, or @FILE for a file that has it

`;

export interface ParserOptions {
  readonly execute: Execute;
  /** The commands that call no service. */
  readonly others: readonly Command[];
  /** The commands that the help does not list. */
  readonly hiddenCommands: readonly Command[];
  /**
   * What stands on the command line. Only the commands that it names get their flags, because all of them take longer to
   * make than a call of the service.
   */
  readonly words: readonly string[];
  /** Whether the help of a flag is all that the contract says of it. */
  readonly isFull: boolean;
}

/** The parser of the whole command line. */
export function createParser({ execute, others, hiddenCommands, words, isFull }: ParserOptions): Command {
  const program = new Command('trawl')
    .description('Search, scrape, crawl and watch the web from a terminal or a script.')
    .version(VERSION, '-v, --version', 'Print the version.')
    .addHelpText(
      'after',
      `\nExamples:\n  trawl scrape https://example.com --local\n  trawl crawl https://example.com --output pages\n\n${STATUSES}\n\nThe flags of a command: trawl <command> --help`,
    )
    .enablePositionalOptions();
  const groupCommands = new Map(
    Object.entries(groups).map(([name, summary]) => [
      name,
      new Command(name).summary(summary).description(`${summary}.`),
    ]),
  );
  for (const spec of commands) {
    const [first = '', second] = spec.name.split(' ');
    const group = groupCommands.get(first);
    const isNamed = spec.name.split(' ').every((word) => words.includes(word));
    const command = new Command(second ?? first).summary(spec.summary);
    if (isNamed) addFlags(command, spec, execute, isFull);
    if (!group) program.addCommand(command);
    else if (group.commands.length > 0) group.addCommand(command);
    else program.addCommand(group.addCommand(command));
  }
  for (const command of others) program.addCommand(command);
  for (const command of hiddenCommands) program.addCommand(command, { hidden: true });
  return uniform(program);
}

/** Each command has the same layout and the same words, and ending the program is the caller's business. */
function uniform(command: Command): Command {
  // The program prints what is wrong, in one place for all errors.
  command.exitOverride().showSuggestionAfterError().helpCommand(false).configureHelp(layout);
  command.configureOutput({ outputError: () => {} });
  if (command.commands.length > 0) command.helpOption('-h, --help', 'Print this.');
  for (const inner of command.commands) uniform(inner);
  return command;
}

function addFlags(command: Command, spec: CommandSpec, execute: Execute, isFull: boolean): void {
  command.description(`${spec.summary}. ${spec.details ?? ''}`.trim());
  for (const { name: argument, description, required, field, many } of spec.arguments) {
    const usage = `${argument}${many ? '...' : ''}`;
    // The body of the request may give it as well.
    command.argument(required && !field ? `<${usage}>` : `[${usage}]`, description);
  }
  const add = (heading: string, options: readonly Option[]): void => {
    for (const option of options) command.addOption(option.helpGroup(`${heading}:`));
  };
  if (spec.arguments.some(({ orLines }) => orLines))
    add('Request', [
      new Option('--file <path>', 'Read the URLs from this file, one on each line; - for standard input.'),
    ]);
  add(
    'Request',
    (spec.ownFlags ?? []).map(({ usage, description }) => new Option(usage, description)),
  );
  for (const [heading, flags] of byHeading(flagsOf(spec))) {
    add(
      heading,
      flags.map((flag) => optionFor(flag, isFull)),
    );
  }
  if (spec.flags?.length) {
    add('Request', [
      new Option('--body <file>', 'The whole request as JSON; - for standard input. Flags win over it.'),
    ]);
  }
  add('Output', [
    new Option('--json', 'Print the whole answer as JSON, and warnings and errors as well.'),
    new Option('--fields <list>', 'Print only these fields, as JSON, such as markdown,metadata.title.'),
    new Option('-o, --output <path>', 'Write to this file; several pages, below this folder.'),
    ...(spec.estimate ? [new Option('--estimate', 'Print what it can cost in credits, and send nothing.')] : []),
    new Option('--dry-run', 'Print the request as curl, without the key, and send nothing.'),
  ]);
  const full = spec.flags?.length ? `; trawl help ${spec.name} --full has more` : '';
  command.addHelpOption(new Option('-h, --help', `Print this${full}.`).helpGroup('Output:'));
  add('Service', [
    new Option('--base-url <url>', 'The service. [default TRAWL_BASE_URL, else that of trawl login]'),
    new Option('--local', 'Run the service inside this command: no account, no set-up.'),
    new Option('--allow-private-networks', 'With --local: read pages of this machine and of its network, too.'),
    new Option(
      '--api-key-file <file>',
      'The file with the key, rights 0600. [default TRAWL_API_KEY, else the key of trawl login]',
    ),
    new Option('--ask-api-key', 'Ask for the key at the terminal.'),
  ]);
  const examples = spec.examples.map((line) => `  ${line}`).join('\n');
  command.addHelpText('after', `\n${spec.flags?.length ? VALUES : ''}Examples:\n${examples}\n\n${STATUSES}`);
  command.action(async () => execute(spec, command.args, command));
}
