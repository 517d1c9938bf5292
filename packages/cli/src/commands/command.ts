import type { Trawl } from '@trawl/sdk';
import type { Flag } from '../flags/flag.js';
import type { Output } from '../output/output.js';
import type { Progress } from '../output/progress.js';

/** An argument of a command, which is no flag. */
export interface Argument {
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  /** Takes all arguments that follow. */
  readonly many?: boolean;
}

/** A flag of the command line itself, which is no field of the request. */
export interface OwnFlag {
  /** Such as `--resume <id>`. */
  readonly usage: string;
  readonly description: string;
}

/** What a command has at hand when it runs. */
export interface CommandContext {
  readonly args: readonly string[];
  /** The request that the flags and `--body` make. */
  readonly request: Readonly<Record<string, unknown>>;
  /** The values of the flags of the command line itself, by their names in camel case. */
  readonly own: Readonly<Record<string, string | boolean | undefined>>;
  readonly trawl: Trawl;
  readonly output: Output;
  readonly progress: Progress;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Says something to a person, on standard error. */
  readonly say: (sentence: string) => void;
  /** Reads the lines of standard input, where arguments may come from. */
  readonly readLines: () => Promise<string[]>;
}

/** A command: what it is called, what it takes, and what it does. */
export interface CommandSpec {
  /** One word, or two for a command of a group, such as `monitor list`. */
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly Argument[];
  /** The flags for fields of the request. */
  readonly flags: readonly Flag[];
  readonly ownFlags?: readonly OwnFlag[];
  /** Command lines that work with a service on this machine. */
  readonly examples: readonly string[];
  /** The method of `estimateCredits` for `--estimate`. */
  readonly estimated?: 'search' | 'scrape' | 'crawl' | 'batchScrape' | 'parse' | 'map';
  /** Returns the status to end with; 0 by default. */
  run(context: CommandContext): Promise<number | undefined>;
}
