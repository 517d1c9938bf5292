import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A reader of the reference, who writes down whatever the page does that it must not do. */
export class Reader {
  readonly complaints: string[] = [];

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
    const { page, complaints } = this;
    await page.route(
      (address) => address.protocol !== 'data:' && address.href.split('#')[0] !== this.url,
      (route) => {
        complaints.push(`asks for ${route.request().url()}`);
        return route.abort();
      },
    );
    page.on('websocket', (socket) => complaints.push(`connects to ${socket.url()}`));
    page.on('pageerror', (error) => complaints.push(`throws ${error.message}`));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(`says ${message.text()}`);
    });
    await page.exposeFunction('complain', (text: string) => complaints.push(text));
    // As text, for it runs in the page, whose globals the compiler does not know here.
    await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
      complain('violates ' + event.violatedDirective + ' with ' + event.blockedURI);
    });`);
  }

  /** Goes to a place of the page such as `/search/searchweb`, and waits until it is there. */
  async goTo(place: string): Promise<void> {
    await this.page.goto(`${this.url}#${place}`);
    await this.page.locator(`[data-section-id="${place}"]`).first().waitFor();
  }

  /** Opens every schema of a place to its depth. */
  async expandAll(place: string): Promise<void> {
    const buttons = this.page.locator(`[data-section-id="${place}"]`).getByTestId('schema-expand-all-button');
    for (const button of await buttons.all()) await button.click();
  }

  async search(text: string): Promise<void> {
    const trigger = this.page.getByTestId('search-trigger');
    // A narrow window folds the menu, and the search with it, into a button.
    if (!(await trigger.isVisible())) await this.page.getByTestId('floating-button').click();
    await trigger.click();
    await this.page.keyboard.type(text);
  }

  /** What axe finds that is more than a matter of taste. */
  async barriers(): Promise<string[]> {
    const { violations } = await new AxeBuilder({ page: this.page }).withTags(['wcag2a', 'wcag2aa']).analyze();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}
