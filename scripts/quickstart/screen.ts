import { styleText } from 'node:util';
import { terminalPicture } from './terminal-picture.js';

/** Where the quickstart tells what it does: a terminal, a file, or a test. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Longer lines are cut: what is shown is a taste, not the whole. */
const WIDTH = 100;
const INDENT = ' '.repeat(5);

/** Prints steps, what they found, and, on a terminal, how far the current one is. */
export class Screen {
  readonly #output: Output;
  #steps = 0;

  constructor(output: Output) {
    this.#output = output;
  }

  title(name: string, subtitle: string): void {
    this.#print(`\n  ${this.#style(['bold', 'cyan'], name)}  ${subtitle}\n`);
  }

  step(verb: string, what: string): void {
    this.#steps++;
    this.#print(`\n  ${this.#style(['cyan'], String(this.#steps))}  ${this.#style(['bold'], verb)} ${what}\n`);
  }

  /** Overwritten by what is printed next; nothing of it stays in a log. */
  progress(text: string): void {
    if (this.#output.isTTY) this.#output.write(`\r\u001b[2K${INDENT}${this.#style(['dim'], this.#cut(text))}`);
  }

  line(text: string): void {
    this.#print(`${INDENT}${this.#cut(text)}\n`);
  }

  /** A link is never cut: it would lead nowhere. */
  link(url: string): void {
    this.#print(`${INDENT}${url}\n`);
  }

  quiet(text: string): void {
    this.#print(`${INDENT}${this.#style(['dim'], this.#cut(text))}\n`);
  }

  /** Lines of a diff in their colours. */
  diff(lines: readonly string[]): void {
    for (const line of lines) {
      const colour = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim';
      this.#print(`${INDENT}${this.#style([colour], this.#cut(line))}\n`);
    }
  }

  /** Shows a PNG where the terminal can. */
  picture(png: Uint8Array): void {
    const picture = this.#output.isTTY ? terminalPicture(png, process.env) : undefined;
    if (picture !== undefined) this.#print(`${INDENT}${picture}\n`);
  }

  /** Names and values, one under the other. */
  table(rows: readonly (readonly [name: string, value: string])[]): void {
    const width = Math.max(...rows.map(([name]) => name.length));
    const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${this.#style(['cyan'], value)}\n`);
    this.#print(`\n${lines.join('')}\n`);
  }

  #print(text: string): void {
    this.#output.write(this.#output.isTTY ? `\r\u001b[2K${text}` : text);
  }

  #cut(text: string): string {
    const width = Math.min(WIDTH, this.#output.columns ?? WIDTH) - INDENT.length;
    return text.length > width ? `${text.slice(0, width - 1)}…` : text;
  }

  #style(styles: Parameters<typeof styleText>[0] & string[], text: string): string {
    return this.#output.isTTY && !process.env.NO_COLOR ? styleText(styles, text) : text;
  }
}
