import { printableLine } from '@trawl/base/printable';

/** Shows the progress of a command. Writes nothing if standard error is not a terminal. */
export interface Progress {
  /** Replaces the line of the progress. */
  show(text: string): void;
  /** Removes the line of the progress. */
  clear(): void;
  /** Writes something else to the same terminal: above the line of the progress. */
  above(write: () => void): void;
}

const CLEAR_LINE = '\r\u001b[K';

/**
 * @param stream - Where it is shown; nowhere without one.
 * @param isDumb - Whether the terminal cannot rewrite a line.
 */
export function createProgress(stream?: NodeJS.WriteStream, isDumb = false): Progress {
  if (!stream?.isTTY || isDumb) return { show: () => {}, clear: () => {}, above: (write) => write() };
  let currentText: string | undefined;
  return {
    show(message) {
      const text = printableLine(message);
      const columns = stream.columns || 80;
      currentText = text.length < columns ? text : `${text.slice(0, columns - 2)}…`;
      stream.write(CLEAR_LINE + currentText);
    },
    clear() {
      if (currentText !== undefined) stream.write(CLEAR_LINE);
      currentText = undefined;
    },
    above(write) {
      if (currentText !== undefined) stream.write(CLEAR_LINE);
      write();
      if (currentText !== undefined) stream.write(currentText);
    },
  };
}
