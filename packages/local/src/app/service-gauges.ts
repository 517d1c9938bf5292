import { stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { WorkerCounts } from '@trawl/convert/workers';
import { CHECK_KIND } from '../monitor/check-job.js';
import type { Gauge } from '../telemetry/metrics.js';
import type { ServiceEnvironment, ServiceParts } from './service-parts.js';

/** What waits and what is open in the service now. */
export async function gaugesOf(environment: ServiceEnvironment, parts: ServiceParts): Promise<Gauge[]> {
  const { settings } = environment;
  return [
    ...(await queueGauges(environment, parts)),
    ...workerGauges(environment, parts),
    {
      name: 'trawl_browser_memory_bytes',
      help: 'Memory of the browser with all its pages; 0 while it does not run.',
      value: (await parts.renderer?.memoryBytes()) ?? 0,
    },
    { name: 'trawl_browser_sessions', help: 'Browser sessions that are open.', value: parts.sessions.live().length },
    ...(settings.storage === undefined ? [] : await storageGauges(settings.storage)),
  ];
}

/** The queues by kind of work. */
async function queueGauges(
  { stores, clock }: ServiceEnvironment,
  { engine, webhooks }: ServiceParts,
): Promise<Gauge[]> {
  const oldest = await stores.tasks.oldest();
  const ageOf = (kind: string) => Math.max(0, clock.now() - (oldest.get(kind) ?? clock.now())) / 1000;
  const kinds = [...engine.kinds, CHECK_KIND];
  const loads = await Promise.all(kinds.map(async (kind) => ({ kind, ...(await engine.load([kind])) })));
  return [
    ...loads.flatMap(({ kind, active, waiting }) => [
      queueGauge(kind, 'active', active),
      queueGauge(kind, 'waiting', waiting),
    ]),
    queueGauge('webhook', 'waiting', await webhooks.waiting()),
    ...[...kinds, 'webhook'].map((kind) => ({
      name: 'trawl_queue_oldest_task_seconds',
      help: 'The age of the oldest task that is not done; 0 without one.',
      labels: { kind },
      value: ageOf(kind),
    })),
  ];
}

/** What works at a bounded number of things at once: the workers of the converter, and the pages of the browser. */
function workerGauges({ converter }: ServiceEnvironment, { renderer }: ServiceParts): Gauge[] {
  const { pages, files } = converter.counts();
  const browserPages = renderer?.pages() ?? NO_WORKERS;
  return Object.entries({
    convert_page: pages,
    convert_file: files,
    browser_page: browserPages,
  }).flatMap(([kind, { busy, idle, max, waiting }]): Gauge[] => {
    const help = 'Workers that there are, by kind and state.';
    return [
      { name: 'trawl_workers', help, labels: { kind, state: 'busy' }, value: busy },
      { name: 'trawl_workers', help, labels: { kind, state: 'idle' }, value: idle },
      { name: 'trawl_workers_max', help: 'Workers that there may be at once.', labels: { kind }, value: max },
      { name: 'trawl_worker_queue_length', help: 'What waits for a worker.', labels: { kind }, value: waiting },
    ];
  });
}

const NO_WORKERS: WorkerCounts = { busy: 0, idle: 0, max: 0, waiting: 0 };

function queueGauge(kind: string, state: 'active' | 'waiting', value: number): Gauge {
  return {
    name: 'trawl_queue_tasks',
    help: 'Work in the background, by kind and state.',
    labels: { kind, state },
    value,
  };
}

async function storageGauges(storage: string): Promise<Gauge[]> {
  const [{ bavail, bsize }, { size }] = await Promise.all([statfs(dirname(resolve(storage))), stat(storage)]);
  return [
    { name: 'trawl_storage_free_bytes', help: 'Bytes that are free where the storage file is.', value: bavail * bsize },
    { name: 'trawl_storage_bytes', help: 'Bytes of the storage file.', value: size },
  ];
}
