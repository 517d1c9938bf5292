import { expect, test } from 'vitest';
import { type Page, site } from '../crawl/site.js';
import { crashAfterEachWrite } from './crashes.js';
import { type Service, TEAM } from './service.js';

const CHANGES = ['markdown', { type: 'changeTracking' }];

/** Ids of what the team was charged for by an endpoint. */
function charged({ database }: Service, endpoint: string): string[] {
  return database
    .all<{ id: string }>('select job_id as id from ledger where team = ? and endpoint = ? order by seq', TEAM, endpoint)
    .map(({ id }) => id);
}

function storedIds({ database }: Service): string[] {
  return database.all<{ id: string }>('select id from finished_scrapes order by seq').map(({ id }) => id);
}

test('a charged scrape is stored, and reports a change once', async () => {
  let price = '2 EUR';
  const tea: Page = (_, response) => response.end(`Tea: ${price}`);
  const { url } = await site({ '/tea': tea });
  const scrape = async ({ call }: Service) => {
    const { body } = await call('POST /v2/scrape', { url: `${url}/tea`, formats: CHANGES, maxAge: 0 });
    return (body.data as { changeTracking: { changeStatus: string } }).changeTracking.changeStatus;
  };
  await crashAfterEachWrite({
    async story(service) {
      expect(await scrape(service)).toBe('new');
      price = '3 EUR';
      expect(await scrape(service)).toBe('changed');
    },
    seen: () => 0,
    async check({ service }) {
      expect(storedIds(service)).toEqual(charged(service, 'scrape'));
      const [id] = storedIds(service);
      if (id !== undefined) expect((await service.call(`GET /v2/scrape/${id}`)).status).toBe(200);
      const next = ['new', 'changed', 'same'][charged(service, 'scrape').length];
      expect(await scrape(service)).toBe(next);
    },
  });
});

test('a search is charged together with the pages that it read', async () => {
  const { url } = await site({
    '/a': '<title>Boats</title><p>Boats come in',
    '/b': '<title>Boats</title><p>Boats go out',
  });
  await crashAfterEachWrite({
    async story({ call }) {
      for (const path of ['/a', '/b']) await call('POST /v2/scrape', { url: url + path });
      await call('POST /v2/search', { query: 'boats', scrapeOptions: { formats: ['markdown'], maxAge: 0 } });
    },
    seen: () => 0,
    async check({ service }) {
      const read = charged(service, 'search').length * 2;
      expect(storedIds(service)).toHaveLength(charged(service, 'scrape').length + read);
    },
  });
});

test('an uploaded file survives a restart, and parsing is charged together with its document', async () => {
  const file = new TextEncoder().encode('<title>Nets</title><h1>Nets</h1>');
  /** What the caller knows: a ticket, that the file was taken, and that it was parsed. */
  let known = 0;
  let ticket = { uploadUrl: '', uploadRef: '' };
  const upload = ({ call }: Service) => call(`PUT ${ticket.uploadUrl}`, file, { 'content-type': 'text/html' });
  const parse = ({ call }: Service) => call('POST /v2/parse', { uploadRef: ticket.uploadRef });
  await crashAfterEachWrite({
    async story(service) {
      const { body } = await service.call('POST /v2/parse/upload-url', { filename: 'nets.html' });
      ticket = body.data as typeof ticket;
      known = 1;
      expect((await upload(service)).status).toBe(200);
      known = 2;
      expect((await parse(service)).status).toBe(200);
      known = 3;
    },
    seen: () => known,
    async check({ service, seen }) {
      expect(storedIds(service)).toEqual(charged(service, 'parse'));
      const isUsedUp = service.database.get('select 1 from uploads where is_parsed = 1') !== undefined;
      if (seen.most < 2) expect((await upload(service)).status).toBe(200);
      const before = charged(service, 'parse').length;
      const answer = await parse(service);
      // A file is parsed once: a crash in the middle of that uses it up, and costs nothing.
      if (isUsedUp) {
        expect(answer.status).toBe(400);
        expect(charged(service, 'parse')).toHaveLength(before);
        return;
      }
      expect(answer).toMatchObject({ status: 200, body: { data: { markdown: expect.stringContaining('Nets') } } });
      expect(charged(service, 'parse')).toHaveLength(before + 1);
    },
  });
});
