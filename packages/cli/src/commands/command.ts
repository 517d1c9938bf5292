import type { EstimableRequests, Trawl } from '@trawl/sdk';
import type { Flag } from '../flags/flag.js';
import type { Say } from '../output/messages.js';
import type { Output } from '../output/output.js';
import type { Progress } from '../output/progress.js';

/** An argument of a command, which is no flag. */
export interface Argument {
  readonly name: string;
  readonly description: string;
  /** The command cannot do without it. */
  readonly required?: boolean;
  /** Takes all arguments that follow. */
  readonly many?: boolean;
  /** The field of the request that it is: the body may have it instead. */
  readonly field?: string;
  /** Whether the values are read from standard input, one on each line, if neither an argument nor the body has them. */
  readonly orLines?: boolean;
}

/** A flag of the command line itself, which sets no field of the request. */
export interface OwnFlag {
  /** The flag and its value, such as `--resume <id>`. */
  readonly usage: string;
  readonly description: string;
}

/** What a command can use while it runs. */
export interface CommandContext {
  readonly args: readonly string[];
  /** The request that the flags and `--body` make. */
  readonly request: Readonly<Record<string, unknown>>;
  /** The texts of the flags of the command line itself, by their names in camel case. */
  readonly own: Readonly<Record<string, string | boolean | undefined>>;
  readonly trawl: Trawl;
  readonly output: Output;
  readonly progress: Progress;
  /** The signal is aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Writes a problem to standard error. */
  readonly say: Say;
  /** Explains an error to a person at the command line. */
  readonly messageOf: (error: unknown) => string;
  /** Writes a note for a person to standard error at the end, if that is a terminal. */
  readonly note: (sentence: string | undefined) => void;
}

/** What `--estimate` is asked about. */
type Estimate = {
  readonly [Method in keyof EstimableRequests]: readonly [Method, EstimableRequests[Method]];
}[keyof EstimableRequests];

/** A command: what it is called, what it takes, and what it does. */
export interface CommandSpec {
  /** One word, or two for a command of a group, such as `monitor list`. */
  readonly name: string;
  /** A few words, without a full stop. */
  readonly summary: string;
  /** What the help says beyond it, in sentences. */
  readonly details?: string;
  readonly arguments: readonly Argument[];
  /** The flags for all fields of the request. Those that an argument gives are left out: see `flagsOf`. */
  readonly flags?: readonly Flag[];
  readonly ownFlags?: readonly OwnFlag[];
  /** Its first argument is a file that the request sends. */
  readonly readsFile?: boolean;
  /** Command lines that work with the service on this machine. */
  readonly examples: readonly string[];
  /** What the call is for `estimateCredits` of the SDK. */
  readonly estimate?: (args: readonly string[], request: Readonly<Record<string, unknown>>) => Estimate;
  /** Returns the status to end with; none is 0. */
  readonly run: (context: CommandContext) => Promise<number | undefined>;
}

/** The flags for the fields of the request that no argument gives. */
export function flagsOf({ flags = [], arguments: args }: Pick<CommandSpec, 'arguments' | 'flags'>): readonly Flag[] {
  return flags.filter(({ field: [field, ...inner] }) => inner.length > 0 || !args.some((each) => each.field === field));
}
