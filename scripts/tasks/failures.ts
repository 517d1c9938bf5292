import { stripVTControlCharacters } from 'node:util';

/** The maximum number of lines of one failure. The log has all of them. */
const MOST_LINES = 6;

/**
 * Reads a log line by line, and picks out the tests that failed, each with the beginning of the reason. A log has thousands
 * of lines, and whoever looks into it begins at its end.
 */
export class FailureReader {
  readonly lines: string[] = [];
  #remainingLines = 0;

  read(line: string): void {
    // Turbo puts the name of the task before it.
    const text = stripVTControlCharacters(line)
      .replace(/^\S+:\S+: /, '')
      .trimEnd();
    if (text.startsWith(' FAIL ')) this.#remainingLines = MOST_LINES + 1;
    else if (!text) this.#remainingLines = 0;
    if (this.#remainingLines-- > 0) this.lines.push(text);
  }
}
