import { isUint8Array } from 'node:util/types';
import type { Clock } from '@trawl/base/clock';
import { OptionError } from '@trawl/base/option-error';
import { redactedUrl } from '@trawl/base/redacted-url';
import { FETCH_MODES, type FetchMode } from '@trawl/web/recorder';
import type { SeedPage } from '@trawl/web/seed-page';
import { Refusal } from '../contract/refusal.js';
import type { HttpApp } from '../http/call.js';
import { type Capabilities, capabilitiesOf } from '../http/capabilities.js';
import type { Controls } from '../http/controls.js';
import type { FaultEntry, FaultRule, Faults } from '../http/faults.js';
import { inProcess } from '../http/in-process.js';
import type { Journal } from '../http/journal.js';
import { statusOf } from '../http/refusal-answer.js';
import type { Service } from '../http/service.js';
import type { ExchangeView } from '../operator/views.js';

/** A server that was started in this process. */
export interface LocalServer extends AsyncDisposable {
  /** The base URL, such as `http://127.0.0.1:3002`. */
  readonly url: string;

  /** Answers in this process, over no socket: for the `fetch` option of a client. */
  readonly fetch: typeof globalThis.fetch;

  /** Makes requests fail or wait, so that a test sees what a program does then. */
  readonly faults: FaultControls;

  /** The time of the server, which a test can move forward. */
  readonly clock: ServerClock;

  /** Whether the server fetches pages from the network, from what it has recorded, or both. */
  readonly fetches: FetchControls;

  /**
   * Adds pages that the server does not fetch. They are in the cache and in the index of every team, as if each team had
   * scraped them.
   *
   * @throws OptionError that names each page that cannot be read; the others are added all the same.
   * @example
   * await server.seed([
   *   { url: 'https://shop.example.com/tea', content: '<title>Tea</title><h1>Tea</h1><p>2 EUR</p>' },
   *   { url: 'https://shop.example.com/prices.csv', content: 'tea,2', contentType: 'text/csv' },
   * ]);
   * const { markdown } = await trawl.scrape('https://shop.example.com/tea');
   */
  seed(pages: Iterable<SeedPage>): Promise<void>;

  /**
   * The last requests, the latest first, each with what it asked and what came back. Secrets in them are hidden, and the
   * bodies of private calls are not kept.
   *
   * @param limit The number of requests; all that are kept by default, which are at most 500.
   * @example
   * await trawl.search('tea', { limit: 5 });
   * const [last] = server.journal();
   * console.log(last?.operation, last?.status, last?.request); // searchWeb 200 { query: 'tea', limit: 5 }
   */
  journal(limit?: number): JournalEntry[];

  /**
   * What the server can do, by its options and by what is on this machine.
   *
   * @example
   * const { browser, model } = server.capabilities();
   * if (!browser) console.log('Tests that take screenshots are skipped.');
   */
  capabilities(): Capabilities;

  /**
   * All data, as the bytes of one SQLite file. `import()` and the option `storage` read it. For gigabytes, read
   * `GET /_local/export` instead, which streams.
   *
   * @throws Error while another export or import runs.
   * @example
   * await trawl.monitors.create({ name: 'Tea', schedule: { cron: '0 * * * *' }, targets: [{ type: 'scrape', urls: ['https://example.com'] }] });
   * const file = await server.export();
   * await server.reset();
   * await server.import(file);
   */
  export(): Promise<Uint8Array>;

  /**
   * Replaces all data by an export. When it fails, nothing changes.
   *
   * @throws OptionError when the file is no export of such a server.
   * @throws Error while another export or import runs, or the service has other nodes.
   */
  import(file: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;

  /**
   * Forgets everything it has seen and done, with its faults, as if it had just started. Keys of teams stay.
   *
   * @throws Error while an export at another node or a copy of the database reads the data for longer.
   */
  reset(): Promise<void>;

  /**
   * Starts no new work, so that what runs can end: new calls get a 503, `/_local/ready` says no, and jobs stop. Jobs in a
   * storage file go on when the next server opens it. Afterwards, `close()` ends the rest.
   *
   * @returns How many calls were still in progress after `drainSeconds`.
   * @example
   * const unfinishedCalls = await server.drain();
   * await server.close();
   * console.log(unfinishedCalls); // 0
   */
  drain(): Promise<number>;

  /** Drains, ends what still runs, and gives back the port and the storage file. */
  close(): Promise<void>;
}

/** A request and its response. */
export interface JournalEntry extends ExchangeView {}

/** The faults of a server. */
export interface FaultControls {
  /**
   * Makes the matching requests go wrong, until they did as often as `times` says, or the fault is removed.
   *
   * @throws OptionError for a rule that cannot be applied.
   * @example
   * const fault = await server.faults.add({ match: { operation: 'searchWeb' }, status: 503, times: 1 });
   * const { attempts } = await trawl.search('tea').withResponse();
   * console.log(attempts, fault.hits); // 2 1
   * @example
   * {
   *   using outage = await server.faults.add({ drop: true });
   *   await trawl.search('tea').catch((error) => console.log(error.message, outage.hits));
   * }
   * await trawl.search('tea'); // The fault ended with its block.
   */
  add(rule: FaultRule): Promise<Fault>;

  /** The faults that were added and not removed. */
  list(): Fault[];

  /** Removes all faults. */
  clear(): void;
}

/** A fault of a server. */
export interface Fault extends Disposable {
  readonly id: string;
  readonly rule: FaultRule;
  /** The number of requests that it was applied to, as of now. */
  readonly hits: number;
  /** Ends it. */
  remove(): void;
}

/**
 * The time of a server. It is a clock for the SDK as well, so that a test moves both at once:
 * `new Trawl({ baseUrl: server.url, clock: server.clock })`.
 */
export interface ServerClock {
  /** Milliseconds since 1970. */
  now(): number;

  /** A number from 0 up to, but not including, 1. */
  random(): number;

  /** Calls `run` once, after so many milliseconds of this clock. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;

  /**
   * Moves the time forward by up to 31 days. What falls due in that time starts, in order, before the promise resolves:
   * an hourly monitor runs, a webhook is tried again, a job expires.
   *
   * @throws OptionError for a time that it cannot move by.
   * @throws Error when the `clock` of the options cannot be moved.
   * @example
   * await server.clock.advance(60 * 60_000);
   */
  advance(advanceMs: number): Promise<void>;
}

/** How a server fetches pages. */
export interface FetchControls {
  /**
   * `live` fetches and records nothing; `record` fetches and records each page; `replay` fetches and records only what
   * was not recorded before; `offline` fetches nothing. The options say it first, and `reset()` returns to them.
   *
   * @throws OptionError when it is set to anything else.
   * @example
   * server.fetches.mode = 'offline';
   */
  mode: FetchMode;
}

/** The parts of a server that its methods use. */
export interface LocalServerParts {
  readonly url: string;
  readonly version: string;
  /** Answers a request in this process. */
  readonly app: HttpApp;
  readonly clock: Clock;
  readonly service: Service;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly controls: Controls;
  /** Starts no new work; resolves to the number of calls that did not end in time. */
  drain(): Promise<number>;
  /** Ends what runs. */
  close(): Promise<void>;
}

export function localServer(parts: LocalServerParts): LocalServer {
  const { url, version, service, journal, faults, controls } = parts;
  const answer = inProcess(parts.app);
  let drained: Promise<number> | undefined;
  let closed: Promise<void> | undefined;
  const requireOpen = () => {
    if (closed) throw new TypeError(`The server at ${url} is closed.`);
  };
  const drain = () => {
    drained ??= parts.drain();
    return drained;
  };
  const close = () => {
    closed ??= drain().then(() => parts.close());
    return closed;
  };
  return {
    url,
    async fetch(input, init) {
      requireOpen();
      return answer(input, init);
    },
    faults: faultControls(faults, controls),
    clock: {
      now: () => parts.clock.now(),
      random: () => Math.random(),
      after(ms, run) {
        const cancelled = new AbortController();
        parts.clock.sleep(ms, cancelled.signal).then(run, () => {});
        return () => cancelled.abort();
      },
      async advance(advanceMs) {
        requireOpen();
        await settled(controls.advanceClock({ advanceMs }));
      },
    },
    fetches: fetchControls(service),
    async seed(pages) {
      requireOpen();
      const { failed } = await settled(controls.seed({ pages: [...pages] }));
      const sentences = failed.map(({ url, error }) => `The page ${redactedUrl(url)} was left out: ${error}`);
      if (sentences.length > 0) throw new OptionError(sentences.join('\n'));
    },
    journal: (limit) => journal.entries(limit).flatMap(({ number }) => journal.exchange(number) ?? []),
    capabilities: () => capabilitiesOf(service, version),
    async export() {
      requireOpen();
      const { stream } = await settled(service.export());
      return new Uint8Array(await new Response(stream).arrayBuffer());
    },
    async import(file) {
      requireOpen();
      await settled(service.import(isUint8Array(file) ? oneChunk(file) : file));
    },
    async reset() {
      await settled(service.reset());
      journal.clear();
      faults.clear();
    },
    drain,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function faultControls(faults: Faults, controls: Controls): FaultControls {
  const toFault = (entry: FaultEntry): Fault => {
    const { id, rule } = entry;
    const remove = () => {
      faults.remove(id);
    };
    return {
      id,
      rule,
      get hits() {
        return entry.hits;
      },
      remove,
      [Symbol.dispose]: remove,
    };
  };
  return {
    // As JSON, like over HTTP: later changes of the caller's object change nothing.
    add: async (rule) => toFault(await settled(controls.addFault(JSON.parse(JSON.stringify(rule))))),
    list: () => faults.list().map(toFault),
    clear: () => faults.clear(),
  };
}

function fetchControls(service: Pick<Service, 'recorder'>): FetchControls {
  return {
    get mode() {
      return service.recorder.mode;
    },
    set mode(mode) {
      if (!FETCH_MODES.includes(mode)) {
        throw new OptionError(`fetches.mode must be one of ${FETCH_MODES.join(', ')}, not ${JSON.stringify(mode)}.`);
      }
      service.recorder.mode = mode;
    },
  };
}

/** Turns the refusals of routes into the errors of calls in this process. */
async function settled<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    throw statusOf(cause) === 400 ? new OptionError(cause.message, { cause }) : new Error(cause.message, { cause });
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
