/** Where a program reports what it does: a terminal, a file, or a test. */
export interface StatusOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

const CLEAR = '\r\u001b[2K';
const DIM = '\u001b[2m';
const RESET = '\u001b[0m';
const DEFAULT_WIDTH = 80;

/** The last line of a terminal, which shows the current task. It is written to terminals only. */
export class StatusLine {
  readonly #output: StatusOutput;
  #text = '';

  constructor(output: StatusOutput) {
    this.#output = output;
  }

  /** Shows the current step, and to its right what comes after it, as far as there is space. */
  show(step: string, suffix = ''): void {
    const { isTTY, columns } = this.#output;
    if (!isTTY) return;
    // Some terminals report a width of 0.
    const width = (columns || DEFAULT_WIDTH) - 1;
    const shownAfter = cut(suffix, Math.floor(width / 2));
    const space = shownAfter === '' ? width : width - shownAfter.length - 2;
    this.#text = `${cut(step, space).padEnd(shownAfter === '' ? 0 : space + 2)}${shownAfter}`;
    this.#output.write(`${CLEAR}${this.#dim(this.#text)}`);
  }

  /** Prints a line that stays. */
  print(text: string): void {
    if (!this.#output.isTTY) this.#output.write(`${text}\n`);
    else this.#output.write(`${CLEAR}${text}\n${this.#dim(this.#text)}`);
  }

  clear(): void {
    if (this.#text !== '') this.#output.write(CLEAR);
    this.#text = '';
  }

  #dim(text: string): string {
    return process.env.NO_COLOR || text === '' ? text : `${DIM}${text}${RESET}`;
  }
}

function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
}
