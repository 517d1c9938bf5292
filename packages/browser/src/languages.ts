import type { Page } from 'playwright-core';

/**
 * Lets the page and its requests name all languages of the reader, in their order: the option `locale` of the driver has
 * room for one. It holds as long as the page is open.
 */
export async function setLanguages(page: Page, languages: readonly string[]): Promise<void> {
  if (languages.length === 0) return;
  const userAgent = await page.evaluate<string>('navigator.userAgent');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: languages.join() });
}
