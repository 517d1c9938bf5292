import { Command, Help } from 'commander';
import { UsageError } from '../usage-error.js';

/** Wider lines are hard to read. */
const MOST_COLUMNS = 100;

/** Where the texts begin at the latest. A longer flag has a line of its own above its text. */
const TERM_WIDTH = 27;

/** A text beside a flag has at least these columns: a narrower terminal breaks its lines where it likes. */
const LEAST_COLUMNS = 20;

/** How the help of every command is laid out. */
export const layout: Partial<Help> = {
  helpWidth: Math.min(process.stdout.columns || 80, MOST_COLUMNS),
  minWidthToWrap: LEAST_COLUMNS,
  padWidth: (command, help) => Math.min(TERM_WIDTH, Help.prototype.padWidth(command, help)),
  subcommandTerm: (command) => command.name(),
  // The text of a flag has its choices and its default.
  optionDescription: (option) => option.description,
  formatItem(term, width, description, help) {
    const indent = ' '.repeat(width + 4);
    const text = help.boxWrap(description, (help.helpWidth ?? 80) - indent.length).replaceAll('\n', `\n${indent}`);
    return term.length > width ? `  ${term}\n${indent}${text}` : `  ${term.padEnd(width + 2)}${text}`;
  },
};

/**
 * The command `help`: prints the help of a command, or of one in a group.
 *
 * @param root - The parser of the whole command line; with all that the contract says of each flag if that is asked for.
 */
export function helpCommand(root: (words: readonly string[], isFull: boolean) => Command): Command {
  return new Command('help')
    .summary('Print the help of a command')
    .description('Prints the help of a command.')
    .argument('[command...]', 'Such as scrape, or monitor create.')
    .option('--full', 'With all that the contract says of each flag.')
    .helpOption('-h, --help', 'Print this.')
    .addHelpText('after', '\nExample:\n  trawl help scrape --full')
    .action((names: readonly string[], { full = false }: { full?: boolean }) => {
      let command = root(names, full);
      for (const name of names) {
        const inner = command.commands.find((one) => one.name() === name);
        if (!inner) throw new UsageError(`There is no command ${names.join(' ')}: see trawl --help.`);
        command = inner;
      }
      command.outputHelp();
    });
}
