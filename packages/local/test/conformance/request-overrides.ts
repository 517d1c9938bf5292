import type { Fixtures } from './fixtures.js';

/** Replaces parts of a recorded request that name resources of the recorded server. */
export interface RequestOverride {
  readonly path?: string;
  readonly body?: unknown;
}

type RequestOverrides = { readonly [name: string]: ((fixtures: Fixtures) => Promise<RequestOverride>) | undefined };

const id = async (make: Promise<string>, path: (id: string) => string): Promise<RequestOverride> => ({
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

/** Seeds pages for searches. */
async function seeded({ site, call }: Fixtures): Promise<RequestOverride> {
  const content = `<title>SQLite</title><meta name="date" content="${new Date().toISOString()}">
    <main><h1>SQLite</h1><p>SQLite keeps a database in one file.</p></main>`;
  const pages = ['/sqlite/', '/sqlite/start/', '/sqlite/guide.pdf'].map((path) => ({ url: site + path, content }));
  await call('POST /_local/seed', { body: { pages } });
  return {};
}

/** Recreates the state before a recording, and returns the changes of its request. */
export const requestOverrides: RequestOverrides = {
  'auth-crawl-completed': (fixtures) => id(fixtures.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}`),
  'auth-keyless-429-requests': async (fixtures) => {
    await fixtures.server.fetch(`${fixtures.server.url}/v2/scrape`, { method: 'POST' });
    return {};
  },
  'auth-scrape-status-foreign': (fixtures) => id(fixtures.scrape(), (scrape) => `/v2/scrape/${scrape}`),
  'batch-append-2': async (fixtures) => ({
    body: { urls: [`${fixtures.site}/blog/`], appendToId: await fixtures.endlessBatch() },
  }),
  'batch-as-crawl-path': (fixtures) => id(fixtures.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}?limit=1`),
  'batch-status-cancelled': (fixtures) => id(fixtures.cancelledBatch(), (batch) => `/v2/batch/scrape/${batch}`),
  'crawl-as-batch-path': (fixtures) => id(fixtures.finishedCrawl(), (crawl) => `/v2/batch/scrape/${crawl}?limit=1`),
  'crawl-cancel-completed': (fixtures) => id(fixtures.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}`),
  'crawl-cancel': (fixtures) => id(fixtures.endlessBatch(), (batch) => `/v2/crawl/${batch}`),
  'crawl-cancel-twice': (fixtures) => id(fixtures.cancelledBatch(), (batch) => `/v2/crawl/${batch}`),
  'crawl-cancelled-errors': (fixtures) => id(fixtures.cancelledBatch(), (batch) => `/v2/crawl/${batch}/errors`),
  'crawl-errors-none': (fixtures) => id(fixtures.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}/errors`),
  'crawl-hostname-status': (fixtures) => id(fixtures.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}`),
  'crawl-mixed-errors': (fixtures) => id(fixtures.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}/errors`),
  'crawl-page-beyond': (fixtures) => id(fixtures.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}?skip=100`),
  'crawl-status-cancelled-later': (fixtures) => id(fixtures.cancelledBatch(), (batch) => `/v2/crawl/${batch}`),
  'crawl-status-cancelled': (fixtures) => id(fixtures.cancelledBatch(), (batch) => `/v2/crawl/${batch}`),
  'crawl-status-completed': (fixtures) => id(fixtures.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}`),
  'host-header-next': (fixtures) => id(fixtures.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}?limit=1`),
  'xfp-next': (fixtures) => id(fixtures.finishedCrawl(), (crawl) => `/v2/crawl/${crawl}?limit=1`),
  'monitor-check-limit1': async (fixtures) => {
    const { monitor, check } = await fixtures.check();
    return { path: `/v2/monitor/${monitor}/checks/${check}?limit=1` };
  },
  'monitor-check-status-filter': async (fixtures) => {
    const { monitor, check } = await fixtures.check();
    return { path: `/v2/monitor/${monitor}/checks/${check}?status=changed` };
  },
  'monitor-check-unknown': (fixtures) =>
    id(fixtures.monitor(), (monitor) => `/v2/monitor/${monitor}/checks/00000000-0000-4000-8000-000000000000`),
  'monitor-checks': async (fixtures) => ({ path: `/v2/monitor/${(await fixtures.check()).monitor}/checks` }),
  'monitor-get': (fixtures) => id(fixtures.monitor(), (monitor) => `/v2/monitor/${monitor}`),
  'monitor-get-after-run': async (fixtures) => ({ path: `/v2/monitor/${(await fixtures.check()).monitor}` }),
  'monitor-get-foreign': (fixtures) => id(fixtures.monitor(), (monitor) => `/v2/monitor/${monitor}`),
  'monitor-patch': (fixtures) => id(fixtures.monitor(), (monitor) => `/v2/monitor/${monitor}`),
  'monitor-patch-empty': (fixtures) => id(fixtures.monitor(), (monitor) => `/v2/monitor/${monitor}`),
  'monitor-run': (fixtures) => id(fixtures.monitor(), (monitor) => `/v2/monitor/${monitor}/run`),
  // The server accepts two quick runs before the first has begun.
  'monitor-run-conflict': (fixtures) => id(fixtures.monitor(), (monitor) => `/v2/monitor/${monitor}/run`),
  'monitor-run-paused': (fixtures) =>
    id(
      (async () => {
        const monitor = await fixtures.monitor();
        await fixtures.call(`PATCH /v2/monitor/${monitor}`, { body: { status: 'paused' } });
        return monitor;
      })(),
      (monitor) => `/v2/monitor/${monitor}/run`,
    ),
  'monitor-run-while-running': (fixtures) =>
    id(
      (async () => {
        const monitor = await fixtures.monitor(['/__hang']);
        await fixtures.call(`POST /v2/monitor/${monitor}/run`);
        return monitor;
      })(),
      (monitor) => `/v2/monitor/${monitor}/run`,
    ),
  'webhook-monitor-run': (fixtures) => id(fixtures.monitor(), (monitor) => `/v2/monitor/${monitor}/run`),
  'parse-csv': () => form('a.csv', 'a,b\n1,2\n'),
  'parse-html-formats': () =>
    form('a.html', '<main><h1>H</h1><a href="/x">l</a></main>', {
      options: { formats: ['markdown', 'html', 'links'] },
    }),
  'parse-pdf': async () => {
    const { readFileSync } = await import('node:fs');
    const data = new FormData();
    data.append(
      'file',
      new Blob([readFileSync(new URL('../../../convert/test/documents/report.pdf', import.meta.url))]),
      'a.pdf',
    );
    return { body: data };
  },
  'parse-empty-file': () => form('a.pdf', ''),
  'parse-png': () => form('a.png', 'x'),
  'parse-unknown-option': () => form('a.html', '<p>x</p>', { options: { foo: 1 } }),
  'parse-unsupported-option-screenshot': () => form('a.html', '<p>x</p>', { options: { formats: ['screenshot'] } }),
  'parse-wrong-field': () => form('a.html', '<p>x</p>', { field: 'document' }),
  'parse-uploadref-options': async (fixtures) => ({
    body: { uploadRef: (await fixtures.uploadUrl()).ref, options: { formats: ['markdown'] } },
  }),
  'parse-upload-put': async (fixtures) => ({ path: (await fixtures.uploadUrl()).path, body: '<p>x</p>' }),
  'parse-upload-url-429': async (fixtures) => {
    for (let count = 0; count < 10; count++) await fixtures.uploadUrl();
    return {};
  },
  'scrape-minAge-no-cache': async (fixtures) => {
    await fixtures.scrape();
    return {};
  },
  'search-categories-objs': seeded,
  'search-scrape': seeded,
  'search-sources-all': seeded,
  'search-sources-obj': seeded,
  'scrape-lockdown-miss': async (fixtures) => ({ body: { url: `${fixtures.site}/never-seen/`, lockdown: true } }),
};
