import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** Opens the reference in a browser, and records everything that the page must not do. */
export class Reader {
  readonly violations: string[] = [];

  private constructor(
    readonly page: Page,
    readonly url: string,
    private readonly context: BrowserContext,
  ) {}

  static async open(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Reader> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    const reader = new Reader(page, url, context);
    await reader.#listen();
    await page.goto(url);
    return reader;
  }

  async #listen(): Promise<void> {
    const { page, violations } = this;
    await page.route(
      (address) => address.protocol !== 'data:' && address.href.split('#')[0] !== this.url,
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

  /** Goes to a section of the page such as `/search/searchweb`, and waits until it is there. */
  async goTo(section: string): Promise<void> {
    await this.page.goto(`${this.url}#${section}`);
    await this.page.locator(`[data-section-id="${section}"]`).first().waitFor();
  }

  /** Expands every schema of a section completely. */
  async expandAll(section: string): Promise<void> {
    const buttons = this.page.locator(`[data-section-id="${section}"]`).getByTestId('schema-expand-all-button');
    for (const button of await buttons.all()) await button.click();
  }

  async search(text: string): Promise<void> {
    const trigger = this.page.getByTestId('search-trigger');
    // A narrow window folds the menu, and the search with it, into a button.
    if (!(await trigger.isVisible())) await this.page.getByTestId('floating-button').click();
    await trigger.click();
    await this.page.keyboard.type(text);
  }

  /** The serious and critical violations that axe finds. */
  async accessibilityViolations(): Promise<string[]> {
    const { violations } = await new AxeBuilder({ page: this.page }).withTags(['wcag2a', 'wcag2aa']).analyze();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}
