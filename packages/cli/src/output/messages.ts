import { printableLine } from '@trawl/base/printable';
import type { Tone } from './paint.js';
import { paintFor } from './paint.js';
import type { Progress } from './progress.js';

/** Says one thing, on a line of its own. */
export type Say = (sentence: string, tone?: Tone) => void;

/**
 * What the program says beside its data, on standard error.
 *
 * @param isJson - Whether each line is JSON, for programs that read them.
 */
export function createSay(stream: NodeJS.WriteStream, progress: Progress, isJson: boolean): Say {
  const paint = paintFor(stream);
  return (sentence, tone) => {
    const line = isJson ? printableLine(JSON.stringify({ warning: sentence })) : paint(tone, printableLine(sentence));
    progress.above(() => stream.write(`${line}\n`));
  };
}
