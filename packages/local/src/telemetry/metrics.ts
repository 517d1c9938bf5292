import type { CallFacts, Gauge, Instruments } from './instruments.js';

/** Work that took some time, and how it ended, in a word. */
export interface WorkFacts {
  readonly outcome: string;
  readonly seconds: number;
}

/** Work of which the operator wants to know how much is in progress. */
const WORK_KINDS = ['fetch', 'render', 'conversion', 'model_call'] as const;

export type WorkKind = (typeof WORK_KINDS)[number];

export type { Gauge };

type Record = (instruments: Instruments) => void;

/** Loads the library with the first count, because a server starts faster without it. */
export class Metrics {
  #instruments: Instruments | undefined;
  #loading: Promise<Instruments> | undefined;
  readonly #pending: Record[] = [];
  readonly #inProgress = new Map<WorkKind, number>(WORK_KINDS.map((kind) => [kind, 0]));

  call(facts: CallFacts): void {
    this.#record((instruments) => instruments.call(facts));
  }

  /** A page, a file or an answer that was fetched over HTTP; `bytes` are those of its body. */
  fetch({ outcome, seconds, bytes }: WorkFacts & { readonly bytes: number }): void {
    this.#record(({ fetches, fetchedBytes }) => {
      fetches.observe({ outcome }, seconds);
      fetchedBytes.inc(bytes);
    });
  }

  render({ outcome, seconds }: WorkFacts): void {
    this.#record(({ renders }) => renders.observe({ outcome }, seconds));
  }

  conversion({ outcome, seconds }: WorkFacts): void {
    this.#record(({ conversions }) => conversions.observe({ outcome }, seconds));
  }

  modelCall({ outcome, seconds, tokens }: WorkFacts & { readonly tokens: number }): void {
    this.#record(({ modelCalls, modelTokens }) => {
      modelCalls.observe({ outcome }, seconds);
      modelTokens.inc(tokens);
    });
  }

  cacheLookup(result: 'hit' | 'miss'): void {
    this.#record(({ cacheLookups }) => cacheLookups.inc({ result }));
  }

  credits(endpoint: string, credits: number): void {
    // A counter never falls: what a failed job gives back was charged before.
    if (credits > 0) this.#record((instruments) => instruments.credits.inc({ endpoint }, credits));
  }

  webhookAttempt(outcome: string): void {
    this.#record(({ webhookAttempts }) => webhookAttempts.inc({ outcome }));
  }

  /** Calls before the library is loaded are not counted: a server makes many of them while it starts. */
  databaseCall(seconds: number): void {
    this.#instruments?.databaseCalls.observe(seconds);
  }

  /** A task of a job that was done, or tried. */
  task(kind: string, { outcome, seconds }: WorkFacts): void {
    this.#record(({ tasks }) => tasks.observe({ kind, outcome }, seconds));
  }

  /** A crawl, a batch or another job that has ended, by its kind and status. */
  jobEnd(kind: string, status: string): void {
    this.#record(({ jobEnds }) => jobEnds.inc({ kind, status }));
  }

  /** Does work that counts as in progress until it has ended. */
  async during<Result>(kind: WorkKind, work: () => Promise<Result>): Promise<Result> {
    this.#addInProgress(kind, 1);
    try {
      return await work();
    } finally {
      this.#addInProgress(kind, -1);
    }
  }

  /** All counts, and the given values of this moment, as text in the format of Prometheus. */
  async text(gauges: readonly Gauge[]): Promise<{ readonly type: string; readonly text: string }> {
    const instruments = await this.#load();
    return instruments.text([...this.#workInProgress(), ...gauges]);
  }

  #addInProgress(kind: WorkKind, change: number): void {
    this.#inProgress.set(kind, (this.#inProgress.get(kind) ?? 0) + change);
  }

  #workInProgress(): Gauge[] {
    const help = 'Fetches, pages in the browser, conversions and calls of the model that are in progress.';
    return [...this.#inProgress].map(([kind, value]) => ({
      name: 'trawl_work_in_progress',
      help,
      labels: { kind },
      value,
    }));
  }

  #record(record: Record): void {
    if (this.#instruments) {
      record(this.#instruments);
      return;
    }
    this.#pending.push(record);
    // `text` tells whoever reads the metrics that the library is missing.
    this.#load().catch(() => {});
  }

  #load(): Promise<Instruments> {
    this.#loading ??= import('./instruments.js').then(({ createInstruments }) => {
      this.#instruments = createInstruments();
      for (const record of this.#pending.splice(0)) record(this.#instruments);
      return this.#instruments;
    });
    return this.#loading;
  }
}
