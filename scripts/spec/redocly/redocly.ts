import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SpecProblem } from '../problem.js';

const HOST = fileURLToPath(new URL('./host.mjs', import.meta.url));
const CONFIG = fileURLToPath(new URL('./redocly.yaml', import.meta.url));

/** No comparison takes a tenth of this. */
const PATIENCE_MS = 60_000;

/** One difference between two nodes, as Redocly reports it. */
export interface RedoclyChange {
  kind: 'added' | 'removed' | 'modified';
  typeName: string;
  /** The key whose plain value differs, of what is modified; `key` when the node has another name. */
  property?: string;
  verdicts: { ruleId: string; message: string }[];
  base?: RedoclyPlace;
  revision?: RedoclyPlace;
}

export interface RedoclyPlace {
  file: string;
  pointer: string;
}

/** The files of one contract, the first being the one to start from. */
export type Files = Record<string, string>;

const NOTHING: Files = { 'nothing.json': '{"openapi":"3.1.0","info":{"title":"","version":""},"paths":{}}' };

/** Redocly's comparison, in a process of its own that can be asked again and again. */
export class Redocly {
  readonly #folder = mkdtempSync(join(tmpdir(), 'spec-diff-'));
  readonly #host: ChildProcess;
  readonly #patience: number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(patience = PATIENCE_MS) {
    this.#patience = patience;
    // Neither the folder that we are called in (`redocly.yaml`, `.env`) nor the environment (`REDOCLY_CLI_DIFF_…`) may
    // soften what it says.
    const env = { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    this.#host = fork(HOST, { cwd: this.#folder, env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    // The program loads its parts when they are first needed: let it do so while the contracts are read.
    this.#last = this.#run(NOTHING, NOTHING).catch(() => undefined);
  }

  /** Every difference between two contracts. One comparison is made at a time. */
  diff(base: Files, head: Files): Promise<RedoclyChange[]> {
    const next = this.#last.then(() => this.#run(base, head));
    this.#last = next.catch(() => undefined);
    return next;
  }

  close(): void {
    this.#host.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #run(base: Files, head: Files): Promise<RedoclyChange[]> {
    const report = join(this.#folder, 'report.json');
    const options = ['--format', 'json', '--output', report, '--config', CONFIG, '--lint-config', 'off'];
    rmSync(report, { force: true });
    const complaint = await this.#ask(['diff', this.#write('base', base), this.#write('head', head), ...options]);
    try {
      return (JSON.parse(readFileSync(report, 'utf8')) as { changes: RedoclyChange[] }).changes;
    } catch (cause) {
      throw new SpecProblem(`Redocly could not compare the contracts: ${plain(complaint)}`, { cause });
    }
  }

  /** Writes the files of one side below a folder, and answers with the first of them. */
  #write(side: string, files: Files): string {
    for (const [name, text] of Object.entries(files)) {
      const file = join(this.#folder, side, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return join(side, Object.keys(files)[0] ?? '');
  }

  /** Resolves with what the program wrote to its error stream once it is done. */
  #ask(options: string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const host = this.#host;
      let complaint = '';
      const settle = (finish: () => void) => {
        clearTimeout(deadline);
        host.off('message', done).off('exit', gone).off('error', failed);
        host.stderr?.off('data', hear);
        finish();
      };
      const hear = (chunk: Buffer) => {
        complaint += chunk.toString();
      };
      const done = () => settle(() => resolve(complaint));
      const stopped = (reason: string) =>
        settle(() => reject(new SpecProblem(`Redocly ${reason}: ${plain(complaint)}`)));
      const gone = () => stopped('ended before it had compared the contracts');
      const failed = (error: Error) => stopped(`could not be started (${error.message})`);
      const deadline = setTimeout(() => {
        // What it still says would be taken for the answer to the next question.
        host.kill();
        stopped(`had no answer after ${this.#patience / 1000} s`);
      }, this.#patience);
      host.on('message', done).on('exit', gone).on('error', failed);
      host.stderr?.on('data', hear);
      if (host.killed || host.exitCode !== null || host.signalCode !== null) gone();
      else host.send(options);
    });
  }
}

/** What a program says to a terminal, in one line: without the boxes that it draws around its advertisements. */
function plain(complaint: string): string {
  const lines = complaint.split('\n').filter((line) => line.trim() !== '' && !/[║╔╚╗╝]/.test(line));
  return lines.map((line) => line.trim()).join(' ') || 'it did not say why.';
}
