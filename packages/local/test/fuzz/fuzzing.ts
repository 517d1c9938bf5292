import { setTimeout } from 'node:timers/promises';
import { exchange } from './exchange.js';
import { Known } from './known.js';
import { objectionTo } from './objection.js';
import { written } from './oddities.js';
import { all, type FuzzedRequest, shown } from './requests.js';
import { type Service, startService, survived } from './service.js';
import { type Made, type Site, startSite } from './site.js';

/** What the thread that answers may spend on requests that are sent at once: meanwhile nobody else is answered. */
const MOST_BUSY_MS = 1_000;

/** For jobs that are under way when all requests are answered. */
const SETTLING_MS = 500;

const POLL_MS = 20;

/** Requests that are sent one after the other; those of a group at once. */
export type Sequence = readonly (readonly FuzzedRequest[])[];

export interface Fuzzing {
  /** Sends the requests, and throws an error for the first thing that is wrong with what comes of it. */
  run(sequence: Sequence, pages?: Readonly<Record<string, Made>>): Promise<void>;
  /** Writes what may be no HTTP, and throws an error when that is more than refused. */
  write(parts: readonly string[]): Promise<void>;
  /** What the service has in use once it has forgotten everything. */
  usedMegabytes(): Promise<number>;
  close(): Promise<void>;
}

/** A service, and a site that it may read, for any number of cases. */
export async function startFuzzing(): Promise<Fuzzing> {
  const site = await startSite();
  let service = await startWarm(site);
  let before: Promise<unknown> = Promise.resolve();

  /** Does something with a service that lives, and nothing else at that time: a run that is cut short leaves its last case. */
  function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = before.then(async () => {
      if (service.death !== undefined) service = await startWarm(site);
      return work();
    });
    before = result.catch(() => {});
    return result;
  }

  /** Does the work of a case; one that fails leaves nothing behind. */
  function tried(work: (known: Known) => Promise<void>): Promise<void> {
    return alone(async () => {
      const known = new Known(site.url);
      service.takeLog();
      try {
        await work(known);
        await survived(service, settled(known));
        const log = service.takeLog();
        if (/\n\s+at /.test(log)) throw new Error(`It logged an error that nobody foresaw: ${log}`);
      } catch (error) {
        await service.kill();
        throw error;
      }
    });
  }

  async function send(request: FuzzedRequest, known: Known): Promise<void> {
    const answer = await exchange(service.url, request, (text) => known.fill(text));
    if (!answer) return;
    const objection = objectionTo(request, answer);
    const { status, text } = answer;
    if (objection) throw new Error(`${shown(request)}\nAn answer ${objection}\n${status} ${text.slice(0, 1_000)}`);
    known.learn(text);
  }

  /** Deletes the monitors, which would run as time passes, and ends jobs that take their time. */
  async function settled({ ids }: Known): Promise<void> {
    const { data: monitors } = await get<{ data: { id: string }[] }>('/v2/monitor?limit=100');
    await Promise.all(monitors.map(({ id }) => drop(`/v2/monitor/${id}`)));
    const started = performance.now();
    for (;;) {
      const { jobsInQueue } = await get<{ jobsInQueue: number }>('/v2/team/queue-status');
      if (jobsInQueue === 0) return;
      // Batches end by that path, too, and what is no job answers that it is none.
      if (performance.now() - started > SETTLING_MS) await Promise.all(ids.map((id) => drop(`/v2/crawl/${id}`)));
      await setTimeout(POLL_MS);
    }
  }

  async function get<Body>(path: string): Promise<Body> {
    return (await fetch(service.url + path)).json() as Promise<Body>;
  }

  async function drop(path: string): Promise<void> {
    await (await fetch(service.url + path, { method: 'DELETE' })).arrayBuffer();
  }

  return {
    run: (sequence, pages = {}) =>
      tried(async (known) => {
        site.put(pages);
        for (const group of sequence) {
          const busyBefore = service.busyMs();
          await survived(service, Promise.all(group.map((request) => send(request, known))));
          const busy = service.busyMs() - busyBefore;
          if (busy > MOST_BUSY_MS) throw new Error(`${group.map(shown).join('\nand ')}\nnobody else for ${busy} ms`);
        }
      }),

    write: (parts) =>
      tried(async () => {
        const answers = await written(service.url, parts);
        if (/^HTTP\/1\.1 5/m.test(answers)) throw new Error(`It answered ${answers}`);
      }),

    usedMegabytes: () =>
      alone(async () => {
        await fetch(`${service.url}/_local/reset`, { method: 'POST' });
        return service.usedMegabytes();
      }),

    close: () =>
      alone(async () => {
        site.close();
        await service.kill();
      }),
  };
}

/** A service that has loaded and compiled all that it needs, which takes time once. */
async function startWarm(site: Site): Promise<Service> {
  const service = await startService();
  const headers = { 'content-type': 'application/json' };
  for (const { method, path } of all) {
    const url = service.url + path.replaceAll(/\{\w+\}/g, 'x');
    const answer = await fetch(url, { method, headers, ...(method !== 'GET' && { body: '{"unknown":1}' }) });
    await answer.arrayBuffer();
  }
  const body = JSON.stringify({ url: site.url });
  const scraped = await fetch(`${service.url}/v2/scrape`, { method: 'POST', headers, body });
  await scraped.arrayBuffer();
  return service;
}
