import type { LocalServer } from '@trawl/local';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../accessibility.js';
import { launch, useDashboard } from './dashboard-browser.js';

/** What a program gets that wants to sign in. */
interface Device {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri_complete: string;
}

describe.skipIf(!launch)('on the page of the service, a program gets its key', { timeout: 60_000 }, () => {
  const { start, open } = useDashboard();

  async function ask<Answer>(server: LocalServer, path: string, form: Record<string, string>): Promise<Answer> {
    const response = await server.fetch(`${server.url}/_local/${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    return (await response.json()) as Answer;
  }

  const begin = (server: LocalServer) => ask<Device>(server, 'device/code', { client_id: 'trawl-<b>ada</b>@boat' });

  /** Asks for the key when the program may do so. */
  async function keyOf(server: LocalServer, { device_code }: Device, adminKey = 'admin') {
    const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ advanceMs: 5_000 });
    await server.fetch(`${server.url}/_local/clock`, { method: 'POST', headers, body });
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    return ask<Record<string, string>>(server, 'device/token', { grant_type, device_code });
  }

  async function openCode(server: LocalServer, device: Device, label: string, key: string) {
    const { hash } = new URL(device.verification_uri_complete);
    const { page } = await open(server, hash);
    await page.getByLabel(label).fill(key);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('button', { name: 'Look up' }).click();
    return page;
  }

  const said = (page: Page) => page.locator('main').getByRole('status').textContent();

  it('from the operator, who chooses its team', async () => {
    const server = await start({ adminKey: 'admin' });
    const device = await begin(server);
    const page = await openCode(server, device, 'Admin key', 'admin');
    const waiting = page.getByRole('form', { name: 'A program that waits' });
    await expect.poll(() => waiting.textContent()).toContain('trawl-b-ada-b-@boat (in its own words)');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Team that it works for').fill('harbour');
    await page.getByRole('button', { name: 'Give it a key' }).click();
    await expect.poll(() => said(page)).toBe('The program gets its key. You can close this page.');
    expect(await keyOf(server, device)).toMatchObject({ access_token: expect.any(String), team: 'harbour' });
    // The code is used up.
    await page.getByRole('button', { name: 'Look up' }).click();
    await expect.poll(() => said(page)).toMatch(/^No program waits with this code\./);
    await page.getByRole('link', { name: 'Keys' }).click();
    await expect.poll(() => page.locator('main').textContent()).toContain('trawl-b-ada-b-@boat-');
  });

  it('or is refused', async () => {
    const server = await start({ adminKey: 'admin' });
    const device = await begin(server);
    const page = await openCode(server, device, 'Admin key', 'admin');
    await page.getByRole('button', { name: 'Refuse' }).click();
    await expect.poll(() => said(page)).toBe('The program gets no key.');
    expect(await keyOf(server, device)).toEqual({ error: 'access_denied' });
  });

  it('from a team, for itself, on a service without an operator', async () => {
    const server = await start({ apiKeys: ['team-key'] });
    const device = await begin(server);
    const page = await openCode(server, device, 'API key', 'team-key');
    await page.getByRole('form', { name: 'A program that waits' }).waitFor();
    expect(await page.getByLabel('Team that it works for').count()).toBe(0);
    await page.getByRole('button', { name: 'Give it a key' }).click();
    await expect.poll(() => said(page)).toBe('The program gets its key. You can close this page.');
  });
});
