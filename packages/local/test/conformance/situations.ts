import type { World } from './world.js';

/** What is sent instead of what was recorded, where that names things which only that server had. */
export interface Situation {
  readonly path?: string;
  readonly body?: unknown;
}

type Situations = { readonly [name: string]: ((world: World) => Promise<Situation>) | undefined };

const id = async (make: Promise<string>, path: (id: string) => string): Promise<Situation> => ({
  path: path(await make),
});

function form(
  filename: string,
  content: string,
  { options, field = 'file' }: { options?: object; field?: string } = {},
) {
  const data = new FormData();
  data.append(field, new Blob([content]), filename);
  if (options) data.append('options', JSON.stringify(options));
  return Promise.resolve({ body: data });
}

/** Pages for searches to find. */
async function seeded({ site, call }: World): Promise<Situation> {
  const content = `<title>SQLite</title><meta name="date" content="${new Date().toISOString()}">
    <main><h1>SQLite</h1><p>SQLite keeps a database in one file.</p></main>`;
  const pages = ['/sqlite/', '/sqlite/start/', '/sqlite/guide.pdf'].map((path) => ({ url: site + path, content }));
  await call('POST /_local/seed', { body: { pages } });
  return {};
}

/** How to come into the situation of a recording. */
export const situations: Situations = {
  'auth-crawl-completed': (world) => id(world.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}`),
  'auth-keyless-429-requests': async (world) => {
    await world.server.fetch(`${world.server.url}/v2/scrape`, { method: 'POST' });
    return {};
  },
  'auth-scrape-status-foreign': (world) => id(world.scrape(), (scrape) => `/v2/scrape/${scrape}`),
  'batch-append-2': async (world) => ({
    body: { urls: [`${world.site}/blog/`], appendToId: await world.endlessBatch() },
  }),
  'batch-as-crawl-path': (world) => id(world.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}?limit=1`),
  'batch-status-cancelled': (world) => id(world.cancelledBatch(), (batch) => `/v2/batch/scrape/${batch}`),
  'crawl-as-batch-path': (world) => id(world.finishedCrawl(), (crawl) => `/v2/batch/scrape/${crawl}?limit=1`),
  'crawl-cancel-completed': (world) => id(world.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}`),
  'crawl-cancel': (world) => id(world.endlessBatch(), (batch) => `/v2/crawl/${batch}`),
  'crawl-cancel-twice': (world) => id(world.cancelledBatch(), (batch) => `/v2/crawl/${batch}`),
  'crawl-cancelled-errors': (world) => id(world.cancelledBatch(), (batch) => `/v2/crawl/${batch}/errors`),
  'crawl-errors-none': (world) => id(world.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}/errors`),
  'crawl-hostname-status': (world) => id(world.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}`),
  'crawl-mixed-errors': (world) => id(world.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}/errors`),
  'crawl-page-beyond': (world) => id(world.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}?skip=100`),
  'crawl-status-cancelled-later': (world) => id(world.cancelledBatch(), (batch) => `/v2/crawl/${batch}`),
  'crawl-status-cancelled': (world) => id(world.cancelledBatch(), (batch) => `/v2/crawl/${batch}`),
  'crawl-status-completed': (world) => id(world.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}`),
  'host-header-next': (world) => id(world.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}?limit=1`),
  'xfp-next': (world) => id(world.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}?limit=1`),
  'monitor-check-limit1': async (world) => {
    const { monitor, check } = await world.check();
    return { path: `/v2/monitor/${monitor}/checks/${check}?limit=1` };
  },
  'monitor-check-status-filter': async (world) => {
    const { monitor, check } = await world.check();
    return { path: `/v2/monitor/${monitor}/checks/${check}?status=changed` };
  },
  'monitor-check-unknown': (world) =>
    id(world.monitor(), (monitor) => `/v2/monitor/${monitor}/checks/00000000-0000-4000-8000-000000000000`),
  'monitor-checks': async (world) => ({ path: `/v2/monitor/${(await world.check()).monitor}/checks` }),
  'monitor-get': (world) => id(world.monitor(), (monitor) => `/v2/monitor/${monitor}`),
  'monitor-get-after-run': async (world) => ({ path: `/v2/monitor/${(await world.check()).monitor}` }),
  'monitor-get-foreign': (world) => id(world.monitor(), (monitor) => `/v2/monitor/${monitor}`),
  'monitor-patch': (world) => id(world.monitor(), (monitor) => `/v2/monitor/${monitor}`),
  'monitor-patch-empty': (world) => id(world.monitor(), (monitor) => `/v2/monitor/${monitor}`),
  'monitor-run': (world) => id(world.monitor(), (monitor) => `/v2/monitor/${monitor}/run`),
  // Two quick runs are both taken, before the first has begun.
  'monitor-run-conflict': (world) => id(world.monitor(), (monitor) => `/v2/monitor/${monitor}/run`),
  'monitor-run-paused': (world) =>
    id(
      (async () => {
        const monitor = await world.monitor();
        await world.call(`PATCH /v2/monitor/${monitor}`, { body: { status: 'paused' } });
        return monitor;
      })(),
      (monitor) => `/v2/monitor/${monitor}/run`,
    ),
  'monitor-run-while-running': (world) =>
    id(
      (async () => {
        const monitor = await world.monitor(['/__hang']);
        await world.call(`POST /v2/monitor/${monitor}/run`);
        return monitor;
      })(),
      (monitor) => `/v2/monitor/${monitor}/run`,
    ),
  'webhook-monitor-run': (world) => id(world.monitor(), (monitor) => `/v2/monitor/${monitor}/run`),
  'parse-csv': () => form('a.csv', 'a,b\n1,2\n'),
  'parse-html-formats': () =>
    form('a.html', '<main><h1>H</h1><a href="/x">l</a></main>', {
      options: { formats: ['markdown', 'html', 'links'] },
    }),
  'parse-pdf': async () => {
    const { readFileSync } = await import('node:fs');
    const data = new FormData();
    data.append('file', new Blob([readFileSync(new URL('../documents/report.pdf', import.meta.url))]), 'a.pdf');
    return { body: data };
  },
  'parse-empty-file': () => form('a.pdf', ''),
  'parse-png': () => form('a.png', 'x'),
  'parse-unknown-option': () => form('a.html', '<p>x</p>', { options: { foo: 1 } }),
  'parse-unsupported-option-screenshot': () => form('a.html', '<p>x</p>', { options: { formats: ['screenshot'] } }),
  'parse-wrong-field': () => form('a.html', '<p>x</p>', { field: 'document' }),
  'parse-uploadref-options': async (world) => ({ body: { uploadRef: (await world.uploadUrl()).ref } }),
  'parse-upload-put': async (world) => ({ path: (await world.uploadUrl()).path, body: '<p>x</p>' }),
  'parse-upload-url-429': async (world) => {
    for (let count = 0; count < 10; count++) await world.uploadUrl();
    return {};
  },
  'scrape-minAge-no-cache': async (world) => {
    await world.scrape();
    return {};
  },
  'search-categories-objs': seeded,
  'search-scrape': seeded,
  'search-sources-all': seeded,
  'search-sources-obj': seeded,
  'scrape-lockdown-miss': async (world) => ({ body: { url: `${world.site}/never-seen/`, lockdown: true } }),
};
