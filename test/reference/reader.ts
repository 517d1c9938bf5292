import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { accessibilityViolations } from '../accessibility.js';

/** What a page must not ask for although Redoc wants it: the policy of the page refuses it before anything is sent. */
const REDOC_LOGO = 'https://cdn.redoc.ly/redoc/logo-mini';

export interface ReaderOptions extends BrowserContextOptions {
  /** How many times slower the processor is. */
  slower?: number;
  /** Changes the page before the browser gets it. */
  change?: (html: string) => string;
}

/** Opens a page in a browser, and records everything that it must not do. */
export class Reader {
  readonly violations: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
  ) {}

  /** A reader of the pages below `site`, who may be sent nowhere else. */
  static async open(browser: Browser, site: string, path: string, options: ReaderOptions = {}): Promise<Reader> {
    const { slower, change, ...contextOptions } = options;
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...contextOptions });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    const reader = new Reader(page, context);
    await reader.#listen(site);
    if (slower !== undefined) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    }
    if (change) {
      await page.route(new RegExp(`^${site}/[^#]*\\.html`), async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: change(await response.text()) });
      });
    }
    await page.goto(site + path, { waitUntil: 'commit' });
    return reader;
  }

  async #listen(site: string): Promise<void> {
    const { page, violations } = this;
    await page.route(
      ({ protocol, href }) => protocol !== 'data:' && !href.startsWith(site),
      (route) => {
        violations.push(`asks for ${route.request().url()}`);
        return route.abort();
      },
    );
    page.on('websocket', (socket) => violations.push(`connects to ${socket.url()}`));
    page.on('pageerror', (error) => violations.push(`throws ${error.message}`));
    page.on('console', (message) => {
      const isRefusedLogo = message.text().includes(REDOC_LOGO);
      if (['error', 'warning'].includes(message.type()) && !isRefusedLogo) violations.push(`says ${message.text()}`);
    });
  }

  /** The distance from the top of the window to the element with this id. */
  top(id: string): Promise<number> {
    return this.page.evaluate(`document.getElementById(${JSON.stringify(id)}).getBoundingClientRect().top`);
  }

  async search(text: string): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await this.page.locator('#search-input').fill(text);
  }

  /** The serious and critical violations that axe finds, on the whole page or in parts of it. */
  /** Removes all other articles: whatever part of a page axe is asked about, it walks through the whole document. */
  async keepArticles(...ids: string[]): Promise<void> {
    const kept = ids.map((id) => `[id="${id}"]`).join();
    await this.page.evaluate(
      `for (const article of document.querySelectorAll('article:not(${kept})')) article.remove()`,
    );
  }

  accessibilityViolations(...parts: string[]): Promise<string[]> {
    return accessibilityViolations(this.page, ...parts);
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}
