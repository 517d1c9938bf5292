import type { Document } from '@trawl/client';
import { callApi, enteredKey, Refused } from '../api.js';
import { note, textBlock } from '../content.js';
import { curlOf } from '../curl.js';
import { h, nodesOf } from '../dom.js';
import { tookOf } from '../format.js';
import { hashOf, type Route } from '../route.js';
import type { Section, View } from '../view.js';
import { formatsParam, type ScrapeForm, scrapeForm } from './scrape/form.js';
import { programOf } from './scrape/program.js';
import { requestOf } from './scrape/request.js';
import { resultOf } from './scrape/result.js';

const PATH = '/v2/scrape';

const { access, needsKey } = document.body.dataset;

/** A page of the web as the service reads it, and the programs that do the same. It calls the API as any program does. */
export const scrape: Section = {
  name: 'scrape',
  title: 'Scrape',
  // The form asks for the key of a team itself. Without an admin key, the page has asked for that key before.
  needsKey: access === 'closed',
  open: openScrape,
};

function openScrape(first: Route): View {
  const asksForKey = needsKey !== undefined && access !== 'closed';
  const form = scrapeForm({ asksForKey, onSubmit: startScrape, onStop: stop, onChange: showPrograms });
  const status = h('p', { class: 'note report', role: 'status' });
  const result = h('section', { class: 'scraped', 'aria-label': 'Result', hidden: true });
  const programs = h('section', { 'aria-label': 'The same in a program' });
  let controller: AbortController | undefined;

  function say(text: string, mood: string): void {
    status.className = `note report ${mood}`;
    status.textContent = text;
  }

  function startScrape(): void {
    controller?.abort();
    const mine = new AbortController();
    controller = mine;
    form.setRunning(true);
    say('The page is being read.', 'plain');
    runScrape(mine.signal)
      .catch((error) => {
        if (!mine.signal.aborted) showFailure(error);
      })
      .finally(() => {
        if (controller !== mine) return;
        controller = undefined;
        form.setRunning(false);
      });
  }

  function stop(): void {
    controller?.abort();
    say('The scrape was stopped.', 'plain');
  }

  async function runScrape(signal: AbortSignal): Promise<void> {
    const input = form.input();
    const request = requestOf(input);
    const params = new URLSearchParams({ url: input.url, formats: formatsParam(input.formats) });
    history.replaceState(null, '', hashOf('scrape', [], params));
    const startTime = performance.now();
    const { data } = await callApi<{ data: Document }>(PATH, request, { key: keyOf(form), signal });
    say(`The page was read in ${tookOf(performance.now() - startTime)}.`, 'good');
    result.hidden = false;
    result.replaceChildren(...nodesOf([h('h3', {}, 'Result'), ...resultOf(data, request)]));
  }

  function showFailure(error: unknown): void {
    // The browser rejects with this error when it gets no answer.
    const message = error instanceof TypeError ? 'The server does not answer.' : (error as Error).message;
    const details = error instanceof Refused ? error.details : [];
    say(message, 'bad');
    result.hidden = details.length === 0;
    result.replaceChildren(...nodesOf(details.map((detail) => note(detail, 'bad'))));
  }

  function showPrograms(): void {
    programs.replaceChildren(...nodesOf(programsOf(form)));
  }

  form.fill(first.params);
  const node = h(
    'section',
    { class: 'list', 'aria-label': 'Scrape' },
    h('h2', {}, 'Scrape a page'),
    form.node,
    status,
    result,
    programs,
  );
  return { node, sources: [], go: ({ params }) => form.fill(params) };
}

function keyOf(form: ScrapeForm): string | undefined {
  return access === 'closed' ? (enteredKey.get() ?? undefined) : form.key();
}

/** The programs that people copy. Before a URL is typed, they have an example. */
function programsOf(form: ScrapeForm) {
  const input = form.input();
  const url = input.url === '' ? 'https://example.com' : input.url;
  const hasKey = needsKey !== undefined;
  try {
    const request = requestOf({ ...input, url });
    return [
      h('h3', {}, 'The same in a program'),
      textBlock('With the SDK', programOf(request, hasKey)),
      textBlock('With curl', curlOf({ method: 'POST', path: PATH, body: request, needsKey: hasKey })),
      h('p', {}, h('a', { href: '/reference/#/scrape/scrapepage' }, 'All options of a scrape')),
    ];
  } catch (error) {
    return [note((error as Error).message, 'bad')];
  }
}
