import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A command line that the program cannot follow, in a sentence. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Reads the arguments of a program.
 *
 * @throws UsageError that names the argument and says what to do.
 */
export function readArguments<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    // What Node.js adds is about positional arguments that begin with a dash.
    const [what = message] = message.split('. ');
    throw new UsageError(`${what.replace(/\.$/, '')}: \`--help\` shows the usage.`, { cause: error });
  }
}

/**
 * Reads the arguments of a program that a person runs. With `--help` it prints the usage and ends with status 0; with an
 * argument that the program does not know it prints a sentence and ends with status 2.
 */
export function readCommandLine<const T extends ParseArgsConfig>(usage: string, config: T) {
  const args = process.argv.slice(2);
  answerHelp(usage, args);
  try {
    return readArguments({ ...config, args });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

/** Prints the usage and ends the program if one of the arguments asks for it. */
export function answerHelp(usage: string, args: readonly string[]): void {
  if (!args.includes('--help') && !args.includes('-h')) return;
  console.log(usage.trim());
  process.exit(0);
}
