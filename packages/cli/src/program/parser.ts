import { Command, Option } from 'commander';
import type { CommandSpec } from '../commands/command.js';
import { commands, groups } from '../commands/index.js';
import { optionFor } from '../flags/command-options.js';
import { VERSION } from '../version.js';

/** What a command is called with: its arguments, and the command of the parser, which has the flags. */
export type Execute = (spec: CommandSpec, args: readonly string[], parsed: Command) => Promise<void>;

const STATUSES = `Exit status: 0 done, 1 failed, 2 usage, 3 key, 4 credits, 5 not found, 6 too many requests, 7 too slow,
8 partly failed, 9 service cannot be reached, 130 interrupted.`;

/** The parser of the whole command line. */
export function createParser(execute: Execute, others: readonly Command[]): Command {
  const program = new Command('trawl')
    .description('Search, scrape, crawl and watch the web from a terminal or a script.')
    .version(VERSION, '-v, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print this.')
    .addHelpText('after', `\n${STATUSES}\n\nThe flags of a command: trawl <command> --help`)
    .enablePositionalOptions();
  const groupCommands = new Map(
    Object.entries(groups).map(([name, summary]) => [name, new Command(name).description(summary)]),
  );
  for (const spec of commands) {
    const [first = '', second] = spec.name.split(' ');
    const group = groupCommands.get(first);
    const command = commandFor(spec, second ?? first, execute);
    if (!group) program.addCommand(command);
    else if (group.commands.length > 0) group.addCommand(command);
    else program.addCommand(group.addCommand(command));
  }
  for (const command of others) program.addCommand(command);
  program.helpCommand('help [command]', 'Print the help of a command.');
  return withExits(program);
}

/** Ending the program is the caller's business, for each command as well. */
function withExits(command: Command): Command {
  command.exitOverride().showSuggestionAfterError();
  for (const inner of command.commands) withExits(inner);
  return command;
}

function commandFor(spec: CommandSpec, name: string, execute: Execute): Command {
  const command = new Command(name).summary(spec.summary).description(`${spec.summary}.`);
  for (const { name: argument, description, required, many } of spec.arguments) {
    const usage = `${argument}${many ? '...' : ''}`;
    command.argument(required ? `<${usage}>` : `[${usage}]`, description);
  }
  const add = (heading: string, options: readonly Option[]): void => {
    for (const option of options) command.addOption(option.helpGroup(`${heading}:`));
  };
  add(
    'Command',
    (spec.ownFlags ?? []).map(({ usage, description }) => new Option(usage, description)),
  );
  add('Request', (spec.flags ?? []).map(optionFor));
  if (spec.flags?.length) {
    add('Request', [
      new Option('--body <file>', 'The whole request as JSON; - for standard input. Flags win over it.'),
    ]);
  }
  add('Output', [
    new Option('--json', 'Print the whole answer as JSON.'),
    new Option('--fields <list>', 'Print only these fields, as JSON, such as markdown,metadata.title.'),
    new Option('-o, --output <path>', 'Write to this file; for the pages of a job, below this folder.'),
    ...(spec.estimate ? [new Option('--estimate', 'Print what it can cost in credits, and send nothing.')] : []),
    new Option('--dry-run', 'Print the request as curl, without the key, and send nothing.'),
  ]);
  add('Service', [
    new Option('--base-url <url>', 'The service. Default: TRAWL_BASE_URL.'),
    new Option('--local', 'Run the service inside this command: no account, no set-up.'),
    new Option('--allow-private-networks', 'With --local: read pages of this machine and of its network, too.'),
    new Option('--api-key-file <file>', 'The file with the key, rights 0600. Default: the key in TRAWL_API_KEY.'),
    new Option('--ask-api-key', 'Ask for the key at the terminal.'),
  ]);
  command.helpOption('-h, --help', 'Print this.');
  if (spec.examples.length > 0) {
    command.addHelpText('after', `\nExamples:\n${spec.examples.map((line) => `  ${line}`).join('\n')}`);
  }
  return command.action(async () => execute(spec, command.args, command));
}
