import { setTimeout as sleep } from 'node:timers/promises';
import type { MonitorCheck } from '@trawl/client';
import { JobFailedError, SchemaMismatchError, type Trawl } from '@trawl/sdk';
import type { DemoSite } from './demo-site.js';
import type { Screen } from './screen.js';

const SHOWN = 3;

/**
 * Does with the SDK what people come for, on real pages, and shows what came of it. An agent needs a language model.
 * Returns whether the agent, if there was one, has brought its data.
 */
export async function runQuickstart(trawl: Trawl, demo: DemoSite, screen: Screen, hasModel: boolean): Promise<boolean> {
  await crawl(trawl, demo, screen);
  await search(trawl, demo, screen);
  await scrape(trawl, demo, screen);
  await extract(trawl, demo, screen);
  await parse(trawl, demo, screen);
  await watch(trawl, demo, screen);
  await renderAndInteract(trawl, demo, screen);
  return !hasModel || (await ask(trawl, demo, screen));
}

async function crawl(trawl: Trawl, { url, limit, note }: DemoSite, screen: Screen): Promise<void> {
  screen.step('Crawl', url);
  const titles: string[] = [];
  const startedAt = performance.now();
  // Documentation may have each of its pages as Markdown as well.
  const pages = { limit, excludePaths: ['\\.md$'] };
  for await (const { metadata } of trawl.crawl(url, pages, { pollIntervalMs: 100 })) {
    titles.push(plain(metadata.title) || metadata.url);
    screen.progress(`${titles.length} pages, the last one: ${titles.at(-1)}`);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  screen.line(`${count(titles.length, 'page')} in ${seconds.toFixed(1)} s`);
  screen.quiet(titles.slice(0, SHOWN).join(' · ') + (titles.length > SHOWN ? ' · …' : ''));
  if (!titles.length) throw new Error(`Nothing could be crawled at ${url}: is it a page, and may it be read?`);
  note(`Crawled ${count(titles.length, 'page')}.`);
}

async function search(trawl: Trawl, { question, note }: DemoSite, screen: Screen): Promise<void> {
  screen.step('Search', `“${question}” in what was crawled`);
  const { web } = await trawl.search(question, { limit: SHOWN });
  for (const { title, url, description } of web) {
    screen.line(`${title}  ${url}`);
    screen.quiet(plain(description).replace(/\s+/g, ' '));
  }
  if (!web.length) screen.line('nothing found');
  note(`Searched for “${question}”.`);
}

async function scrape(trawl: Trawl, { page, note }: DemoSite, screen: Screen): Promise<void> {
  screen.step('Scrape', `${page} as Markdown`);
  const { markdown, links } = await trawl.scrape(page, { formats: ['markdown', 'links'] });
  const lines = markdown.split('\n').filter((line) => line.trim());
  for (const line of lines.slice(0, SHOWN)) screen.quiet(line);
  screen.line(`${count(lines.length, 'line')}, ${count(links.length, 'link')}`);
  note(`Scraped ${new URL(page).pathname} to Markdown.`);
}

async function extract(trawl: Trawl, { page, schema, note }: DemoSite, screen: Screen): Promise<void> {
  screen.step('Extract', 'a typed object from the structured data of that page');
  try {
    const { json } = await trawl.scrape(page, { formats: [{ type: 'json', schema }] });
    for (const [name, value] of Object.entries(json ?? {})) screen.line(`${name}: ${value}`);
    note('Extracted a typed object.');
  } catch (error) {
    if (!(error instanceof SchemaMismatchError)) throw error;
    // A page need not carry what the schema asks for; the error says what is missing.
    screen.line(error.message);
  }
}

async function parse(trawl: Trawl, { file, note }: DemoSite, screen: Screen): Promise<void> {
  screen.step('Parse', file.name);
  const { markdown, metadata } = await trawl.parse(file);
  const lines = markdown.split('\n').filter((line) => line.trim());
  screen.line(`${count(metadata.numPages ?? 1, 'page')}, ${count(lines.length, 'line')} of Markdown`);
  for (const line of lines.slice(0, SHOWN)) screen.quiet(line);
  note(`Parsed ${file.name}.`);
}

async function watch(trawl: Trawl, { watchedUrl, change }: DemoSite, screen: Screen): Promise<void> {
  screen.step('Watch', `${watchedUrl} for changes`);
  const schedule = { text: 'every 30 minutes' };
  const targets = [{ type: 'scrape' as const, urls: [watchedUrl] }];
  const monitor = await trawl.monitors.create({ name: 'Quickstart', schedule, targets });
  try {
    await check(trawl, monitor.id, 'first check', screen);
    change();
    await check(trawl, monitor.id, 'second check', screen);
  } finally {
    await trawl.monitors.delete(monitor.id);
  }
}

/** Takes a screenshot, and goes on in the browser with the page. */
async function renderAndInteract(trawl: Trawl, { page }: DemoSite, screen: Screen): Promise<void> {
  screen.step('Screenshot', page);
  const document = await trawl.scrape(page, { formats: ['screenshot'] });
  const { screenshot } = document;
  if (!screenshot) return screen.line('none: it needs Chromium, Chrome or Edge on this machine');
  const response = await fetch(screenshot);
  screen.picture(new Uint8Array(await response.arrayBuffer()));
  screen.link(screenshot);

  screen.step('Go on with that page in a browser session', '');
  // It stays open for those who open its live view, and ends by itself or with the service.
  const session = trawl.interact(document);
  const { result, error, interactiveLiveViewUrl } = await session.execute(COUNT_LINKS);
  screen.line(result ?? error ?? 'nothing');
  if (interactiveLiveViewUrl) screen.link(interactiveLiveViewUrl);
}

/** An agent finds the page that answers a question by itself, and says which one it is. Returns whether it has. */
async function ask(trawl: Trawl, { url, task, answer }: DemoSite, screen: Screen): Promise<boolean> {
  screen.step('Ask an agent', `“${task}”`);
  try {
    const run = await trawl.agent(task, { urls: [url], schema: answer, effort: 'low' });
    for (const [name, value] of Object.entries(run.data)) {
      screen.line(`${name}: ${value}`);
      for (const source of run.sources?.[name] ?? []) screen.quiet(`says ${source}`);
    }
    screen.line(count(run.creditsUsed ?? 0, 'credit'));
    return true;
  } catch (error) {
    if (!(error instanceof JobFailedError)) throw error;
    // What a model can do is not up to this service, which goes on.
    screen.line(error.serverMessage ?? error.message);
    return false;
  }
}

/** Runs in the session, where `page` is the page of the scrape. */
const COUNT_LINKS = `return await page.title() + ': ' + await page.locator('a').count() + ' links';`;

/** One check on demand, and what it found on each page. */
async function check(trawl: Trawl, monitorId: string, name: string, screen: Screen): Promise<void> {
  const { id } = await trawl.monitors.run(monitorId);
  const { summary, error } = await finished(trawl, monitorId, id);
  const counts = Object.entries(summary ?? {}).filter(([state, pages]) => state !== 'totalPages' && pages > 0);
  screen.line(`${name}: ${counts.map(([state, pages]) => `${pages} ${state}`).join(', ') || error || 'nothing'}`);
  for (const { diff, error: reason } of await trawl.monitors.pages(monitorId, id)) {
    if (reason) screen.line(reason);
    screen.diff((diff?.text ?? '').split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line)));
  }
}

const PATIENCE_MS = 60_000;
const PAUSE_MS = 50;

async function finished(trawl: Trawl, monitorId: string, checkId: string): Promise<MonitorCheck> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(PAUSE_MS)) {
    const check = await trawl.monitors.check(monitorId, checkId);
    if (check.finishedAt) return check;
  }
  throw new Error(`The check ${checkId} has not ended after ${PATIENCE_MS / 1000} seconds.`);
}

function count(number: number, thing: string): string {
  return `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
