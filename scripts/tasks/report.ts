import { stripVTControlCharacters } from 'node:util';
import { StatusLine, type StatusOutput } from '../shared/status-line.js';
import { FailureReader } from './failures.js';
import { printTotals, readTotals, type Totals } from './totals.js';
import type { LogLine } from './turbo.js';

/**
 * Reports a run of tasks while it lasts. When all is well, it shows a line for each task, the totals of the tests and no
 * log; of a task that failed, it shows the whole log at the end. On a terminal it also shows what is being done.
 */
export class TaskReport {
  readonly #print: (text: string) => void;
  readonly #status: StatusLine;
  readonly #remainingTasks: Set<string>;
  readonly #logs = new Map<string, string[]>();
  readonly #totals: Totals[] = [];
  readonly #failures = new FailureReader();
  #failedTasks: readonly string[] = [];

  constructor(output: StatusOutput, tasks: readonly string[]) {
    this.#status = new StatusLine(output);
    this.#print = (text) => this.#status.print(text);
    this.#remainingTasks = new Set(tasks);
  }

  read({ source, text }: LogLine): void {
    if (source === 'turbo') this.#readTurbo(text);
    else this.#readTask(source, text);
  }

  /** Prints the failures and the totals after the run. */
  end(status: number): void {
    this.#status.clear();
    for (const task of this.#failedTasks) this.#print(`\n${task}\n\n${(this.#logs.get(task) ?? []).join('\n')}`);
    if (this.#failures.lines.length > 0) this.#print(`\nTests that failed:\n\n${this.#failures.lines.join('\n')}`);
    // Without a name, the run itself failed, and the log of turbo says why.
    if (status !== 0 && this.#failedTasks.length === 0) this.#print((this.#logs.get('turbo') ?? []).join('\n'));
    if (status !== 0)
      this.#print(`\nNot all is well${this.#failedTasks.length > 0 ? `: ${this.#failedTasks.join(', ')}` : ''}.`);
    if (this.#totals.length > 0) this.#print(`\n${printTotals(this.#totals)}`);
  }

  #readTurbo(text: string): void {
    this.#keep('turbo', text);
    const [, taskNames] = /^ ?Failed: +(.+)$/.exec(stripVTControlCharacters(text)) ?? [];
    if (taskNames !== undefined) this.#failedTasks = taskNames.split(', ');
  }

  #readTask(task: string, text: string): void {
    if (this.#remainingTasks.delete(task) || !this.#logs.has(task)) {
      const isCached = /^cache hit/.test(stripVTControlCharacters(text));
      this.#print(`${task}${isCached ? ': unchanged' : ''}`);
    }
    this.#keep(task, text);
    this.#failures.read(text);
    const totals = readTotals(text);
    if (totals) {
      this.#totals.push(totals);
      this.#print(`${task}: ${stripVTControlCharacters(text).trim()}`);
    }
    const remainder =
      this.#remainingTasks.size === 0
        ? 'none left'
        : `${this.#remainingTasks.size} left: ${[...this.#remainingTasks].join(', ')}`;
    this.#status.show(`${task}  ${stripVTControlCharacters(text).trim()}`, remainder);
  }

  #keep(source: string, text: string): void {
    const lines = this.#logs.get(source);
    if (lines) lines.push(text);
    else this.#logs.set(source, [text]);
  }
}
