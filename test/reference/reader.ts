import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { accessibilityViolations } from '../accessibility.js';

/** Opens the reference in a browser, and records everything that the page must not do. */
export class Reader {
  readonly violations: string[] = [];

  private constructor(
    readonly page: Page,
    readonly url: string,
    private readonly context: BrowserContext,
    /** The services that the page may ask. */
    private readonly ownOrigins: readonly string[],
  ) {}

  static async open(
    browser: Browser,
    url: string,
    { ownOrigins = [], ...options }: BrowserContextOptions & { ownOrigins?: string[] } = {},
  ): Promise<Reader> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    const reader = new Reader(page, url, context, ownOrigins);
    await reader.#listen();
    await page.goto(url);
    return reader;
  }

  async #listen(): Promise<void> {
    const { page, violations } = this;
    await page.route(
      ({ protocol, href, origin }) =>
        protocol !== 'data:' &&
        href.split(/[#?]/)[0] !== this.url.split(/[#?]/)[0] &&
        !this.ownOrigins.includes(origin),
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
    await page.exposeFunction('report', (text: string) => violations.push(text));
    // A string, because it runs in the page, whose globals the compiler does not know.
    await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
      report('violates ' + event.violatedDirective + ' with ' + event.blockedURI);
    });`);
  }

  /** Goes to a section of the page such as `/search/searchweb`, and waits until Redoc shows it. */
  async goTo(section: string): Promise<void> {
    await this.page.goto(`${this.url.split('#')[0]}#${section}`);
    await this.page.locator('.redoc-view').waitFor();
    await this.page.locator(`[data-section-id="${section}"]`).first().waitFor();
  }

  /** Expands every schema of a section completely. */
  async expandAll(section: string): Promise<void> {
    const buttons = this.page.locator(`[data-section-id="${section}"]`).getByTestId('schema-expand-all-button');
    for (const button of await buttons.all()) await button.click();
  }

  async search(text: string): Promise<void> {
    await this.page.locator('#search-open').click();
    await this.page.keyboard.type(text);
  }

  /** The serious and critical violations that axe finds, on the whole page or in parts of it. */
  accessibilityViolations(...parts: string[]): Promise<string[]> {
    return accessibilityViolations(this.page, ...parts);
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}
