import { createVirtualClock } from '@trawl/base/clock';
import { expect, it } from 'vitest';
import { createCleanPages } from './clean-pages.js';
import type { DevToolsPage } from './devtools-page.js';
import type { RunningBrowser } from './lazy-browser.js';
import { NO_WATCH } from './process-watch.js';

const running = { watch: NO_WATCH } as RunningBrowser;
const owner = { team: 'one', origin: 'https://site.example' };

/** An empty page whose browser answers commands as given. */
function emptyPage(answer: () => Promise<unknown>): DevToolsPage {
  const page = {
    url: () => 'about:blank',
    onCrash: () => () => {},
    target: { hasOthers: () => false },
    session: { send: answer },
  };
  return page as unknown as DevToolsPage;
}

const blank = async () => ({ result: { value: true } });

function cleanPages() {
  const closed: DevToolsPage[] = [];
  const clock = createVirtualClock();
  const pages = createCleanPages({
    clock,
    maxPages: 2,
    cookieCount: async () => 0,
    close: (_, page) => closed.push(page),
  });
  return { pages, closed, clock };
}

it('gives a page to the next request of its owner, and to no other', async () => {
  const { pages } = cleanPages();
  const page = emptyPage(blank);
  pages.keep(running, owner, page);
  expect([pages.count(running, owner), pages.count(running, { ...owner, team: 'two' })]).toEqual([1, 0]);
  expect(await pages.take(running, { ...owner, team: 'two' })).toBeUndefined();
  expect(await pages.take(running, { ...owner, origin: 'http://site.example' })).toBeUndefined();
  expect(await pages.take(running, owner)).toBe(page);
  expect(await pages.take(running, owner)).toBeUndefined();
});

it.each<[string, () => Promise<unknown>]>([
  ['does not answer', () => new Promise(() => {})],
  ['has crashed', () => Promise.reject(new Error('Target crashed'))],
  ['has gone on to another one', async () => ({ result: { value: false } })],
])('closes a page that %s', async (_, answer) => {
  const { pages, closed } = cleanPages();
  const page = emptyPage(answer);
  pages.keep(running, owner, page);
  expect(await pages.take(running, owner)).toBeUndefined();
  expect(closed).toEqual([page]);
});

it('closes a page that no request has taken in five seconds', async () => {
  const { pages, closed, clock } = cleanPages();
  const page = emptyPage(blank);
  pages.keep(running, owner, page);
  await clock.advance(4_999);
  expect(closed).toEqual([]);
  await clock.advance(1);
  expect(closed).toEqual([page]);
});
