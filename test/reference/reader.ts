import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { allViolations } from '../accessibility.js';

export interface ReaderOptions extends BrowserContextOptions {
  /** How many times slower the processor is. */
  slower?: number;
}

/** Opens pages in a browser, and records everything that they must not do. */
export class Reader {
  readonly violations: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly site: string,
  ) {}

  /** A reader of the pages below `site`, who may be sent nowhere else. */
  static async open(browser: Browser, site: string, options: ReaderOptions = {}): Promise<Reader> {
    const { slower, ...contextOptions } = options;
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...contextOptions });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    const reader = new Reader(page, context, site);
    await reader.#listen();
    if (slower !== undefined) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    }
    return reader;
  }

  /** Opens a page anew, also where only the part after the `#` differs. */
  async visit(path: string): Promise<Page> {
    await this.page.goto('about:blank');
    await this.page.goto(this.site + path);
    return this.page;
  }

  async #listen(): Promise<void> {
    const { page, violations, site } = this;
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
      if (['error', 'warning'].includes(message.type())) violations.push(`says ${message.text()}`);
    });
  }

  async search(text: string): Promise<void> {
    if (!(await this.page.locator('#search-input').isVisible())) {
      await this.page.keyboard.press('Control+k');
      await this.page.locator('#search-input').waitFor();
    }
    await this.page.locator('#search-input').fill(text);
  }

  /** All violations that axe finds, on the whole page or in parts of it. */
  accessibilityViolations(...parts: string[]): Promise<string[]> {
    return allViolations(this.page, ...parts);
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}
