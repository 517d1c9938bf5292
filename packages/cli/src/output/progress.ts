/** Tells a person what happens. Writes nothing when standard error is no terminal. */
export interface Progress {
  /** Replaces the line of the progress. */
  show(text: string): void;
  /** Removes the line of the progress. */
  clear(): void;
}

const CLEAR_LINE = '\r\u001b[K';

/**
 * @param stream - Where it is shown; nowhere without one.
 * @param isDumb - Whether the terminal cannot rewrite a line.
 */
export function createProgress(stream?: NodeJS.WriteStream, isDumb = false): Progress {
  if (!stream?.isTTY || isDumb) return { show: () => {}, clear: () => {} };
  let isShown = false;
  return {
    show(text) {
      isShown = true;
      const columns = stream.columns || 80;
      stream.write(CLEAR_LINE + (text.length < columns ? text : `${text.slice(0, columns - 2)}…`));
    },
    clear() {
      if (isShown) stream.write(CLEAR_LINE);
      isShown = false;
    },
  };
}
