import { setTimeout } from 'node:timers/promises';
import type { LocalServerOptions } from '../../src/index.js';
import { exchangeMessages } from './malformed-http.js';
import type { PageRecipe } from './page-recipe.js';
import { Placeholders } from './placeholders.js';
import { allOperations, describeRequest, type FuzzRequest } from './requests.js';
import { sendRequest } from './send-request.js';
import { type Service, startService, withWatchdog } from './service.js';
import { type Site, startSite } from './site.js';
import { violationOf } from './violation.js';

/** CPU time of the main thread for one step. While it is busy, the service answers no other request. */
const MAX_STEP_CPU_MS = 1_000;

/** How long jobs may go on after the last response. Then they are cancelled. */
const SETTLE_MS = 500;

const POLL_MS = 20;

/** Steps to run one after another. The requests of a step are sent at once. */
export type RequestSequence = readonly (readonly FuzzRequest[])[];

export interface Fuzzer {
  /** Sends the requests. Throws when the service fails in any way. */
  run(sequence: RequestSequence, pages?: Readonly<Record<string, PageRecipe>>): Promise<void>;
  /** Writes messages to one connection. Throws when the service does more than refuse them. */
  write(messages: readonly string[]): Promise<void>;
  /** Memory in use after a reset. */
  usedMegabytes(): Promise<number>;
  close(): Promise<void>;
}

/** Starts a service and a site for it to fetch. After a failure it starts another service. */
export async function startFuzzer(options: Pick<LocalServerOptions, 'database'>): Promise<Fuzzer> {
  const site = await startSite();
  const start = () => startWarmService(site, options);
  let service = await start();
  let last: Promise<unknown> = Promise.resolve();

  /** Runs one piece of work at a time: fast-check does not wait for the last case when it is interrupted. */
  function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(async () => {
      if (service.exitReason !== undefined) service = await start();
      return work();
    });
    last = result.catch(() => {});
    return result;
  }

  function runCase(work: (placeholders: Placeholders) => Promise<void>): Promise<void> {
    return enqueue(async () => {
      const placeholders = new Placeholders(site.url);
      service.takeLog();
      try {
        await work(placeholders);
        await withWatchdog(service, cleanUp(placeholders));
      } catch (error) {
        // The next case must not suffer from this one.
        await service.kill();
        throw withLog(service, error);
      }
      const log = service.takeLog();
      if (/\n\s+at /.test(log)) throw new Error(`The service logged an unexpected error: ${log}`);
    });
  }

  async function send(request: FuzzRequest, placeholders: Placeholders): Promise<void> {
    const response = await sendRequest(service.url, request, (text) => placeholders.replaceIn(text));
    if (!response) return;
    const { status, text } = response;
    const violation = violationOf(request, response);
    if (violation) {
      throw new Error(`${describeRequest(request)}\nwas answered with ${violation}\n${status} ${text.slice(0, 1_000)}`);
    }
    placeholders.collect(text);
  }

  /** Deletes monitors, and cancels jobs that take long. */
  async function cleanUp({ ids }: Placeholders): Promise<void> {
    const { data: monitors } = await getJson<{ data: { id: string }[] }>('/v2/monitor?limit=100');
    await Promise.all(monitors.map(({ id }) => deleteAt(`/v2/monitor/${id}`)));
    const startedAt = performance.now();
    for (;;) {
      const { jobsInQueue } = await getJson<{ jobsInQueue: number }>('/v2/team/queue-status');
      if (jobsInQueue === 0) return;
      // This path cancels batches too, and refuses all other ids.
      if (performance.now() - startedAt > SETTLE_MS) await Promise.all(ids.map((id) => deleteAt(`/v2/crawl/${id}`)));
      await setTimeout(POLL_MS);
    }
  }

  async function getJson<Body>(path: string): Promise<Body> {
    const response = await fetch(service.url + path);
    const text = await response.text();
    if (response.status === 503) {
      // A reset that was requested goes on: the answer says to send the request again.
      await setTimeout(POLL_MS);
      return getJson(path);
    }
    if (!response.ok) throw new Error(`${path} was answered with ${response.status} ${text}`);
    return JSON.parse(text);
  }

  async function deleteAt(path: string): Promise<void> {
    await (await fetch(service.url + path, { method: 'DELETE' })).arrayBuffer();
  }

  return {
    run: (sequence, pages = {}) =>
      runCase(async (placeholders) => {
        site.setPages(pages);
        for (const step of sequence) {
          const cpuBefore = service.cpuMs();
          await withWatchdog(service, Promise.all(step.map((request) => send(request, placeholders))));
          const cpuMs = service.cpuMs() - cpuBefore;
          if (cpuMs > MAX_STEP_CPU_MS) {
            throw new Error(`${step.map(describeRequest).join('\nand ')}\ntook ${cpuMs} ms of CPU time`);
          }
        }
      }),

    write: (messages) =>
      runCase(async () => {
        const received = await exchangeMessages(service.url, messages);
        if (/^HTTP\/1\.1 5/m.test(received)) throw new Error(`The service answered ${received}`);
      }),

    usedMegabytes: () =>
      enqueue(async () => {
        await fetch(`${service.url}/_local/reset`, { method: 'POST' });
        return service.usedMegabytes();
      }),

    close: () =>
      enqueue(async () => {
        site.close();
        await service.kill();
      }),
  };
}

function withLog(service: Service, error: unknown): Error {
  return new Error(`${(error as Error).message}\n${service.takeLog()}`, { cause: error });
}

/** A service that has loaded its modules and compiled its schemas, which takes CPU time only once. */
async function startWarmService(site: Site, options: LocalServerOptions): Promise<Service> {
  const service = await startService(options);
  try {
    await withWatchdog(service, warmUp(service, site));
  } catch (error) {
    throw withLog(service, error);
  }
  return service;
}

async function warmUp({ url }: Service, site: Site): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  for (const { method, path } of allOperations) {
    const body = method === 'GET' ? {} : { body: '{"unknown":1}' };
    const response = await fetch(url + path.replaceAll(/\{\w+\}/g, 'x'), { method, headers, ...body });
    await response.arrayBuffer();
  }
  const body = JSON.stringify({ url: site.url });
  const response = await fetch(`${url}/v2/scrape`, { method: 'POST', headers, body });
  await response.arrayBuffer();
}
