import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AgentJob, CrawlJob } from '@trawl/client';
import { expect, vi } from 'vitest';
import { linksTo, type Page, site } from '../crawl/site.js';
import type { ChatRequest, ModelServer } from '../model-server.js';
import { type NodeService, PATIENCE } from './service.js';

/** An event as a webhook gets it. */
export interface ReceivedEvent {
  readonly type: string;
  /** The job. */
  readonly id: string;
  readonly webhookId: string;
  readonly data?: readonly { readonly metadata?: { readonly url?: string } }[];
}

/** How long a page takes while the work is to last. */
const PAGE_MS = 400;

/** An agent may do a bounded number of steps. */
const AGENT_PAGE_MS = 2000;

const BATCH_PAGES = 60;
const WATCHED_PAGES = 12;
/** Those of a site that is watched as a whole. */
const SHOP_PAGES = 4;

/** Jobs of all kinds, which last until they are told to come to their ends. */
export class WorkUnderWay {
  /** All pages that a crawl has been told of. */
  readonly linked = new Set<string>();
  readonly batchPages: string[] = [];
  readonly watchedPages: string[] = [];
  readonly events: ReceivedEvent[] = [];
  crawlId = '';
  batchId = '';
  agentId = '';
  monitorId = '';
  readonly checkIds: string[] = [];
  url = '';
  readonly #service: NodeService;
  readonly #model: ModelServer;
  #isLasting = true;

  constructor(service: NodeService, model: ModelServer) {
    this.#service = service;
    this.#model = model;
  }

  /** Starts one job of each kind. */
  async start(): Promise<void> {
    const site = await this.#startSite();
    this.url = site.url;
    this.#model.reply = (request) => this.#nextStep(request);
    const webhook = { url: `${this.url}/hook` };
    const paths = (name: string, count: number) =>
      Array.from({ length: count }, (_, page) => `${this.url}/${name}/${page}`);
    this.batchPages.push(...paths('batch', BATCH_PAGES));
    this.watchedPages.push(...paths('watched', WATCHED_PAGES));
    this.linked.add(`${this.url}/crawl/0`);
    const crawl = { url: `${this.url}/crawl/0`, sitemap: 'skip', crawlEntireDomain: true, maxConcurrency: 3, webhook };
    this.crawlId = await this.#idOf('/v2/crawl', crawl);
    this.batchId = await this.#idOf('/v2/batch/scrape', { urls: this.batchPages, maxConcurrency: 2, webhook });
    this.agentId = await this.#idOf('/v2/agent', { prompt: `Read ${this.url}`, webhook: webhook.url });
    const targets = [
      { type: 'scrape', urls: [...this.watchedPages] },
      { type: 'crawl', url: `${this.url}/shop/0`, crawlOptions: { sitemap: 'skip', crawlEntireDomain: true } },
    ];
    this.watchedPages.push(...paths('shop', SHOP_PAGES));
    const monitor = { name: 'Pages', schedule: { cron: '0 0 1 1 *' }, targets, webhook };
    const answer = await this.#service.answer<{ data: { id: string } }>('/v2/monitor', monitor);
    this.monitorId = answer?.data.id ?? '';
    await this.startCheck();
    await this.advance();
  }

  /** Starts a check of the monitor, unless one is under way. */
  async startCheck(): Promise<void> {
    const answer = await this.#service.answer<{ id: string }>(`/v2/monitor/${this.monitorId}/run`, {});
    if (answer) this.checkIds.push(answer.id);
  }

  /** Resolves when some more pages of the crawl are stored. */
  async advance(): Promise<void> {
    const pages = async () => (await this.crawl())?.completed;
    const before = await vi.waitFor(async () => {
      const completed = await pages();
      if (completed === undefined) throw new Error('No node answers.');
      return completed;
    }, PATIENCE);
    await expect.poll(pages, PATIENCE).toBeGreaterThan(before + 3);
  }

  /** Lets the jobs come to their ends. */
  finish(): void {
    this.#isLasting = false;
  }

  crawl = (): Promise<CrawlJob | undefined> => this.#service.answer(`/v2/crawl/${this.crawlId}`);
  batch = (): Promise<CrawlJob | undefined> => this.#service.answer(`/v2/batch/scrape/${this.batchId}`);
  agent = (): Promise<AgentJob | undefined> => this.#service.answer(`/v2/agent/${this.agentId}`);

  async #idOf(path: string, request: object): Promise<string> {
    const answer = await this.#service.answer<{ id: string }>(path, request);
    expect(answer, path).toBeDefined();
    return answer?.id ?? '';
  }

  /** A crawled page links to the next two as long as the work lasts. */
  #startSite() {
    const answer: Page = (request, response) => {
      const path = request.url ?? '';
      const [, section, number] = path.split('/');
      if (section === 'hook') return void this.#receive(request, response);
      if (section === 'robots.txt') return void response.writeHead(404).end();
      const links =
        section === 'crawl' && this.#isLasting ? [1, 2].map((step) => `/crawl/${Number(number) + step}`) : [];
      for (const link of links) this.linked.add(this.url + link);
      const shop = section === 'shop' ? Array.from({ length: SHOP_PAGES }, (_, page) => `/shop/${page}`) : [];
      const html = `${linksTo(...links, ...shop)}<p>The page ${path}.</p>`;
      const send = () => response.writeHead(200, { 'content-type': 'text/html' }).end(html);
      const lastingMs = section === 'agent' ? AGENT_PAGE_MS : PAGE_MS;
      setTimeout(send, this.#isLasting ? lastingMs : 0);
    };
    return site(new Proxy({}, { get: () => answer }));
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A sender that is killed breaks off.
    const chunks = await request.toArray().catch(() => undefined);
    if (!chunks) return;
    this.events.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.end();
  }

  /** An agent reads one page after the other as long as the work lasts. */
  #nextStep({ messages }: ChatRequest) {
    const steps = messages.filter(({ role }) => role === 'assistant').length;
    if (this.#isLasting) return { toolCalls: [{ name: 'read', arguments: { url: `${this.url}/agent/${steps}` } }] };
    return { toolCalls: [{ name: 'answer', arguments: { data: { steps }, sources: [] } }] };
  }
}
