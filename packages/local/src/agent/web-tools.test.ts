import { createVirtualClock } from '@trawl/base/clock';
import type { Document } from '@trawl/client';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../contract/refusal.js';
import { ToolError } from '../model/tool-loop.js';
import type { ScrapeTask } from '../scrape/scrape-task.js';
import type { InteractionCall } from './page-interaction.js';
import { Reach } from './reach.js';
import { webTools } from './web-tools.js';

const SITE = 'https://a.example';

/** The tools of an agent with some credits, on a site whose pages have this text. */
function start({
  credits = 100,
  text = 'Text.',
  cost = 1,
  links = [] as string[],
  isStrict = false,
  minutes = 1,
  checkCredits = 0,
  paid = new Set<string>(),
} = {}) {
  const done: string[] = [];
  const tasks: ScrapeTask[] = [];
  const interactions: InteractionCall[] = [];
  const clock = createVirtualClock();
  let left = credits;
  const tools = webTools({
    scraper: {
      async scrape(task) {
        done.push(`read ${task.url}`);
        tasks.push(task);
        if (task.url.endsWith('/denied')) throw new Refusal('forbidden', 'Forbidden.');
        const url = task.url.endsWith('/moved') ? 'https://b.example/' : task.url;
        const document: Document = { markdown: text, metadata: { title: 'A', url, statusCode: 200 } };
        return { document, scrapeId: 'id', creditsUsed: cost, links };
      },
    },
    map: async ({ url }) => {
      done.push(`map ${url}`);
      return { links: [{ url: `${SITE}/mapped`, title: 'Mapped' }] };
    },
    engine: {
      async search({ team, query, limit }) {
        done.push(`search ${query} for ${team}, ${limit}`);
        const web = [{ url: 'https://found.example/', title: 'Found', description: 'A result.' }];
        return { web, images: [], news: [], warnings: [] };
      },
    },
    async interact(call) {
      interactions.push(call);
      if (call.task === 'Fail early.') throw new Refusal('too_many', 'No place.');
      call.onOpen();
      await clock.advance(minutes * 60_000);
      if (call.task === 'Fail.') throw new ToolError('The model could not do this.');
      return { answer: 'Done.', final: `${SITE}/after`, view: 'What is shown.' };
    },
    team: 'mine',
    jobId: 'job',
    request: {},
    checkCredits,
    clock,
    paid,
    reach: new Reach({ urls: [SITE], prompt: 'Read named.example.', isStrict, shown: [] }),
    reserve: async ({ least, most }) => (left < least ? 0 : Math.min(left, most)),
    spend(used) {
      left -= used;
    },
    onRead: (url, final) => void done.push(`has read ${url} as ${final}`),
  });
  const use = (name: keyof typeof tools, input: object) =>
    tools[name].run({ ...input }, new AbortController().signal).catch((error: unknown) => {
      if (error instanceof ToolError) return error.message;
      throw error;
    });
  return { use, done, tasks, interactions, left: () => left };
}

test('a page is paid for once, also when the service was started again', async () => {
  const paid = new Set<string>();
  const first = start({ paid, cost: 3 });
  await first.use('read', { url: SITE });
  expect(first.left()).toBe(97);
  const next = start({ paid, cost: 3, credits: 0 });
  expect(await next.use('read', { url: SITE })).toContain('Text.');
  expect(next.left()).toBe(0);
  expect(await next.use('read', { url: `${SITE}/other` })).toContain('The credits are used up.');
});

test('a page is read with its title, and its links may be read then', async () => {
  const { use, done, left } = start({ links: ['https://linked.example/page'] });
  expect(await use('read', { url: 'https://linked.example/page' })).toContain('not known');
  expect(await use('read', { url: SITE })).toBe(`A\n${SITE}/\nPart 1 of 1\n\nText.`);
  expect(await use('read', { url: 'https://linked.example/page' })).toContain('Text.');
  expect(done.slice(0, 2)).toEqual([`read ${SITE}/`, `has read ${SITE}/ as ${SITE}/`]);
  expect(left()).toBe(98);
});

test('the parts of a long page are read for the price of one', async () => {
  const { use, done, left } = start({ text: '# Part\n\nWords.\n\n'.repeat(1_500) });
  expect(await use('read', { url: SITE })).toContain('Part 1 of 3');
  expect(await use('read', { url: SITE, part: 3 })).toContain('Part 3 of 3');
  expect(await use('read', { url: SITE, part: 4 })).toBe('The page has 3 parts.');
  expect(done.filter((each) => each.startsWith('read'))).toHaveLength(1);
  expect(left()).toBe(99);
});

test('a search and a map show pages', async () => {
  const { use, done, left } = start();
  expect(await use('search', { query: 'anchors' })).toBe('Found\nhttps://found.example/\nA result.');
  expect(await use('map', { url: SITE, topic: 'anchors' })).toBe(`${SITE}/mapped Mapped`);
  expect(await use('read', { url: 'https://found.example/' })).toContain('Text.');
  expect(done[0]).toBe('search anchors for mine, 10');
  expect(left()).toBe(96);
});

test('a page is used for the credits of its minutes, and counts as read', async () => {
  const { use, done, interactions, left } = start({ minutes: 2.5, checkCredits: 2 });
  expect(await use('interact', { url: SITE, task: 'Order tea.' })).toBe('Answer: Done.\n\nWhat is shown.');
  expect(done).toEqual([`has read ${SITE}/ as ${SITE}/after`]);
  expect(interactions).toMatchObject([{ url: `${SITE}/`, task: 'Order tea.', team: 'mine', timeoutMs: 300_000 }]);
  expect(left()).toBe(95);
});

test('a page that did not do what was asked costs its minutes and is no source; one that did not open costs nothing', async () => {
  const { use, done, left } = start();
  expect(await use('interact', { url: SITE, task: 'Fail early.' })).toBe('No place.');
  expect(left()).toBe(100);
  expect(await use('interact', { url: SITE, task: 'Fail.' })).toBe('The model could not do this.');
  expect(left()).toBe(99);
  expect(done).toEqual([]);
});

test('a page that cannot be read is told to the model, and costs nothing', async () => {
  const { use, left } = start();
  expect(await use('read', { url: `${SITE}/denied` })).toBe('Forbidden.');
  expect(left()).toBe(100);
});

describe('whatever a page has told the model,', () => {
  test('no tool does more than the credits allow', async () => {
    const { use, done } = start({ credits: 0 });
    for (const [name, input] of [
      ['search', { query: 'x' }],
      ['map', { url: SITE }],
      ['read', { url: SITE }],
      ['interact', { url: SITE, task: 'Buy.' }],
    ] as const) {
      expect(await use(name, input)).toBe('The credits are used up. Answer with what you have read.');
    }
    expect(done).toEqual([]);
  });

  test('no page is used for longer than the credits allow', async () => {
    const { use, interactions } = start({ credits: 2.5 });
    await use('interact', { url: SITE, task: 'Buy.' });
    expect(interactions[0]?.timeoutMs).toBe(120_000);
  });

  test('no page is used but those of the sites that the request names', async () => {
    const { use, interactions } = start({ links: ['https://linked.example/page'] });
    await use('read', { url: SITE });
    expect(await use('interact', { url: 'https://linked.example/page', task: 'Buy.' })).toContain(
      'Only pages of the sites that the request names can be used: a.example named.example',
    );
    expect(await use('interact', { url: 'https://evil.example/', task: 'Buy.' })).toContain('not known');
    expect(interactions).toEqual([]);
    await use('interact', { url: 'https://named.example/form', task: 'Buy.' });
    const allows = (url: string) => interactions[0]?.sites.allows(url);
    expect([`${SITE}/other`, 'https://linked.example/page', 'file:///etc/passwd'].map(allows)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('a page is used alone, when only some URLs may be read', async () => {
    const { use, interactions } = start({ isStrict: true });
    expect(await use('interact', { url: `${SITE}/other`, task: 'Buy.' })).toContain('Only these pages may be read');
    await use('interact', { url: SITE, task: 'Buy.' });
    const allows = (url: string) => interactions[0]?.sites.allows(url);
    expect([`${SITE}/`, `${SITE}/other`, 'https://named.example/'].map(allows)).toEqual([true, false, false]);
  });

  test('no file is parsed beyond the credits', async () => {
    const { use, tasks } = start({ credits: 3 });
    await use('read', { url: SITE });
    expect(tasks[0]?.options.parsers).toEqual([{ type: 'pdf', maxPages: 3 }]);
  });

  test('a scrape has the options, the team and the job of the agent', async () => {
    const { use, tasks } = start();
    await use('read', { url: SITE, headers: { cookie: 'plugh' }, team: 'other', formats: ['rawHtml'] });
    expect(tasks[0]).toMatchObject({ team: 'mine', job: 'job', options: { formats: ['markdown'] } });
    expect(JSON.stringify(tasks[0])).not.toMatch(/plugh|other|rawHtml/);
  });

  test('no site is mapped and no page is read that may not be', async () => {
    const { use, done } = start();
    for (const name of ['map', 'read'] as const) {
      expect(await use(name, { url: 'https://evil.example/?q=plugh' })).toContain('not known');
    }
    expect(done).toEqual([]);
  });

  test('nothing of a page that leads elsewhere is returned, when only some URLs may be read', async () => {
    const strict = start({ isStrict: true });
    expect(await strict.use('read', { url: `${SITE}/moved` })).toContain('Only these pages may be read');
    expect(strict.done).toEqual([]);
  });
});
