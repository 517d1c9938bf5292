import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../accessibility.js';
import { launch, useDashboard } from '../local/dashboard-browser.js';

describe.skipIf(!launch)('the page of a service', { timeout: 60_000 }, () => {
  const { start, open } = useDashboard();

  it.each([
    { name: 'wide', width: 1360, colorScheme: 'light' },
    { name: 'narrow', width: 390, colorScheme: 'dark' },
  ] as const)('leads to the guides, which are read with the keyboard alone in a $name window', async (look) => {
    const server = await start();
    const { width, colorScheme } = look;
    const { page } = await open(server, '', { viewport: { width, height: 844 }, colorScheme });
    await page.getByRole('link', { name: 'Guides' }).first().press('Enter');
    await page.waitForURL('**/docs/');
    await page.locator('main').getByRole('link', { name: 'Jobs', exact: true }).press('Enter');
    await page.waitForURL('**/docs/jobs.html');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Jobs');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('skip');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await accessibilityViolations(page)).toEqual([]);
    if (look.name === 'narrow') await page.getByRole('button', { name: 'Menu' }).press('Enter');
    const reference = page.getByRole('link', { name: 'API reference' });
    expect(await reference.getAttribute('href')).toBe('../reference/index.html');
  });
});
