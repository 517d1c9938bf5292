import { stripVTControlCharacters } from 'node:util';
import { StatusLine, type StatusOutput } from '../shared/status-line.js';
import { FailureReader } from './failures.js';
import { printTotals, readTotals, sumOf, type Totals } from './totals.js';
import type { LogLine } from './turbo.js';
import { type FailedTest, readFailedTest } from './unsteady.js';

/**
 * Reports a run of tasks while it lasts. When all is well, it shows a line for each task, the totals of the tests and no
 * log; of a task that failed, it shows the whole log at the end. On a terminal it also shows what is being done.
 */
export class TaskReport {
  readonly #status: StatusLine;
  readonly #remainingTasks: Set<string>;
  readonly #logs = new Map<string, string[]>();
  readonly #totals = new Map<string, Totals[]>();
  readonly #notTried = new Set<string>();
  readonly #failures = new FailureReader();
  readonly #failedTests = new Map<string, FailedTest[]>();
  #failedTasks: readonly string[] = [];

  constructor(output: StatusOutput, tasks: readonly string[]) {
    this.#status = new StatusLine(output);
    this.#remainingTasks = new Set(tasks);
  }

  read({ source, text }: LogLine): void {
    if (source === 'turbo') this.#readTurbo(text);
    else this.#readTask(source, text);
  }

  print(text: string): void {
    this.#status.print(text);
  }

  get failedTests(): readonly FailedTest[] {
    return [...this.#failedTests.values()].flat();
  }

  /**
   * Prints the failures and the totals after the run, and the unsteady tests, which failed and passed when they ran once
   * more; returns the status of the run, 0 when nothing but unsteady tests had failed. The last line counts a failure exactly
   * when the status is not 0.
   */
  end(runStatus: number, unsteadyTests: readonly FailedTest[] = []): number {
    this.#status.clear();
    const failedTasks = this.#failedTasks.filter((task) => !this.#isUnsteady(task, unsteadyTests));
    const status = this.#failedTasks.length > 0 && failedTasks.length === 0 ? 0 : runStatus;
    for (const task of failedTasks) this.print(`\n${task}\n\n${(this.#logs.get(task) ?? []).join('\n')}`);
    if (this.#failures.lines.length > 0) this.print(`\nTests that failed:\n\n${this.#failures.lines.join('\n')}`);
    // Without a name, the run itself failed, and the log of turbo says why.
    if (status !== 0 && failedTasks.length === 0) this.print((this.#logs.get('turbo') ?? []).join('\n'));
    if (status !== 0) this.#printWhatFailed(failedTasks);
    if (status !== 0 || this.#totals.size > 0) this.#printTotals(status, failedTasks, unsteadyTests);
    return status;
  }

  #printWhatFailed(failedTasks: readonly string[]): void {
    this.print(`\nNot all is well${failedTasks.length > 0 ? `: ${failedTasks.join(', ')}` : ''}.`);
    if (failedTasks.length > 0 && this.#remainingTasks.size > 0) {
      this.print(`Not run: ${[...this.#remainingTasks].join(', ')}.`);
    }
  }

  #printTotals(status: number, failedTasks: readonly string[], unsteadyTests: readonly FailedTest[]): void {
    this.print('');
    for (const { project, name } of unsteadyTests) {
      this.print(`UNSTEADY: failed at first, passed when run alone: ${project} ${name}`);
    }
    for (const line of [...this.#notTried].sort()) this.print(line);
    const failed = failedTasks.reduce((sum, task) => sum + this.#failuresOf(task, unsteadyTests), 0);
    const totals = { ...sumOf([...this.#totals.values()].flat()), failed: status === 0 ? 0 : Math.max(1, failed) };
    this.print(printTotals(totals, unsteadyTests.length));
  }

  /** The failures of a task that failed: those that it has counted, or the task itself. */
  #failuresOf(task: string, unsteadyTests: readonly FailedTest[]): number {
    const unsteady = (this.#failedTests.get(task) ?? []).filter((test) => unsteadyTests.includes(test));
    return Math.max(1, sumOf(this.#totals.get(task) ?? []).failed - unsteady.length);
  }

  /** Whether a task has failed for nothing but unsteady tests. */
  #isUnsteady(task: string, unsteadyTests: readonly FailedTest[]): boolean {
    const tests = this.#failedTests.get(task) ?? [];
    // Vitest counts errors outside of tests in a line of their own.
    const hasErrors = this.#logs.get(task)?.some((text) => /(?:^|: ) *Errors +\d/.test(stripVTControlCharacters(text)));
    return tests.length > 0 && !hasErrors && tests.every((test) => unsteadyTests.includes(test));
  }

  #readTurbo(text: string): void {
    this.#keep('turbo', text);
    const [, taskNames] = /^ ?Failed: +(.+)$/.exec(stripVTControlCharacters(text)) ?? [];
    if (taskNames !== undefined) this.#failedTasks = taskNames.split(', ');
  }

  #readTask(task: string, text: string): void {
    if (this.#remainingTasks.delete(task) || !this.#logs.has(task)) {
      const isCached = /^cache hit/.test(stripVTControlCharacters(text));
      this.print(`${task}${isCached ? ': unchanged' : ''}`);
    }
    this.#keep(task, text);
    this.#failures.read(text);
    // So begins what a test prints that cannot run on this machine.
    const [notTried] = /(?<=^|: )Not tried: .*/.exec(stripVTControlCharacters(text).trimEnd()) ?? [];
    if (notTried !== undefined) this.#notTried.add(notTried);
    const failedTest = readFailedTest(text);
    if (failedTest) this.#failedTests.set(task, [...(this.#failedTests.get(task) ?? []), failedTest]);
    const totals = readTotals(text);
    if (totals) {
      this.#totals.set(task, [...(this.#totals.get(task) ?? []), totals]);
      this.print(`${task}: ${stripVTControlCharacters(text).trim()}`);
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
