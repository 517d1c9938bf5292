import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createVirtualClock } from '@trawl/base/clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOfMachine } from '../../../scripts/shared/browser.js';
import type { LocalServer } from '../src/index.js';
import { call, startServer } from './server.js';

const SHOP = `<!doctype html><title>Shop</title><a href="/cart" target="_blank">Cart</a><h1>Tea shop</h1>
  <label>Item <input id="item" placeholder="which tea"></label><input type="password" value="secret" aria-label="Code">
  <select id="size" aria-label="Size"><option>Small<option>Large</select>
  <label><input type="checkbox" id="terms">Terms</label>
  <button onclick="done.textContent = item.value + ', ' + size.value + ', ' + terms.checked">Buy</button>
  <p id="done">Nothing</p><ul><li>Green<li>Black</ul><div style="height: 3000px"></div>`;

interface Output {
  readonly success: boolean;
  readonly stdout: string;
  readonly error?: string;
  readonly exitCode: number | null;
}

describe.skipIf(!browserOfMachine())('commands of the language "bash"', { timeout: 60_000 }, () => {
  // It has keys, so it runs no code of callers.
  const headers = { authorization: 'Bearer one' };
  let server: LocalServer;
  let base: string;
  let id: string;
  const site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(request.url === '/cart' ? '<title>Cart</title><h1>Your cart</h1>' : SHOP);
  });

  beforeAll(async () => {
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const options = { allowPrivateNetworks: true, browser: undefined, apiKeys: ['one'], clock: createVirtualClock() };
    server = await startServer(options, () => {});
    const { body } = await call(server, 'POST /v2/browser', { headers, body: {} });
    id = (body as { id: string }).id;
  });

  afterAll(async () => {
    await server?.close();
    site.closeAllConnections();
    site.close();
  });

  const execute = async (code: string, options: object = {}): Promise<Output> => {
    const body = { code, language: 'bash', ...options };
    const answer = await call(server, `POST /v2/browser/${id}/execute`, { headers, body });
    expect(answer.status).toBe(200);
    return answer.body as Output;
  };

  const printed = async (code: string): Promise<string> => {
    const { success, stdout, error } = await execute(code);
    expect({ success, error }).toEqual({ success: true, error: undefined });
    return stdout.trim();
  };

  it('open a page, show its elements by their refs, and use them', async () => {
    expect(await printed(`agent-browser open ${base}/`)).toBe(`✓ Shop\n  ${base}/`);
    const snapshot = await printed('agent-browser snapshot -i');
    expect(snapshot).toMatch(/- heading "Tea shop" \[level=1, ref=e\d+\]/);
    expect(snapshot).not.toContain('Nothing');
    const refOf = (words: string) => `@${new RegExp(`${words}.* \\[.*ref=(e\\d+)`).exec(snapshot)?.[1]}`;
    expect(await printed(`agent-browser fill ${refOf('textbox "Item"')} "green tea"`)).toBe('✓ Done');
    expect(await printed(`agent-browser check ${refOf('checkbox "Terms"')}`)).toBe('✓ Done');
    expect(await printed(`select '#size' Large\nclick ${refOf('button "Buy"')}\nget text '#done'`)).toBe(
      '✓ Done\n✓ Done\ngreen tea, Large, true',
    );
    expect(await printed('snapshot')).toMatch(/textbox "Code" \[.*\]: \(not shown\)/);
  });

  it.each([
    ['get title', 'Shop'],
    ['get value #item', 'green tea'],
    ['get value [type=password]', '(not shown)'],
    ['get attr #item placeholder', 'which tea'],
    ['get html ul', '<li>Green</li><li>Black</li>'],
    ['get count li', '2'],
    ['is visible h1', 'true'],
    ['is checked #terms', 'true'],
    ['is enabled #item', 'true'],
    ['find role button click --name Buy', '✓ Done'],
    ['find label Item fill "black tea"', '✓ Done'],
    ['find nth 1 li text', 'Black'],
    ['find last li text', 'Black'],
    ['type #item " and milk"', '✓ Done'],
    ['get value #item', 'black tea and milk'],
    ['focus #item', '✓ Done'],
    ['press Tab', '✓ Done'],
    ['hover h1', '✓ Done'],
    ['scroll down 500', '✓ Done'],
    ['eval scrollY', '500'],
    [`eval '[...document.querySelectorAll("li")].map((item) => item.textContent)'`, '[\n  "Green",\n  "Black"\n]'],
    ['wait --text Green', '✓ Done'],
    ['wait 1', '✓ Done'],
    ['wait h1', '✓ Done'],
  ])('%s: %s', async (command, output) => {
    expect(await printed(command)).toBe(output);
  });

  it('go to the window that a link opens, back, and close all', async () => {
    await printed('click a');
    expect(await printed('get title')).toBe('Cart');
    expect(await printed('tab')).toContain(`→ [t2] Cart - ${base}/cart`);
    await printed(`open ${base}/`);
    expect(await printed('back')).toBe(`✓ Cart\n  ${base}/cart`);
    expect(await printed('close')).toBe('✓ Browser closed');
    expect(await printed('get url')).toBe('about:blank');
    await printed(`open ${base}/`);
  });

  it('link a screenshot', async () => {
    const [, url = ''] = /^✓ Screenshot saved to (\S+)$/.exec(await printed('screenshot page.png --full')) ?? [];
    const picture = await fetch(url);
    expect(picture.headers.get('content-type')).toBe('image/png');
  });

  it.each([
    ['ls /tmp', 127, 'There is no shell: agent-browser is understood, with the commands open, back,'],
    ['echo ready', 127, '"echo ready" is not understood.'],
    [`get title | head`, 2, 'There is no shell here, so "|" means nothing'],
    ['get text', 2, 'Usage: get text <selector>'],
    ['screenshot --annotate', 2, '--annotate is not understood here. Usage: screenshot'],
    ['open file:///etc/passwd', 1, 'only http:, https:, data:, blob: and about:blank can be opened'],
    ['get text @e9999', 1, 'Element not found'],
    ['open http://169.254.169.254/', 1, 'net::'],
  ])('are refused, and nothing is done before: %s', async (command, exitCode, message) => {
    expect(await execute(command, { timeout: 20 })).toMatchObject({
      success: false,
      exitCode,
      error: expect.stringContaining(message),
    });
  });

  it('do nothing when a later line is not understood', async () => {
    await execute(`open ${base}/cart\nrm -rf .`);
    expect(await printed('get url')).not.toContain('/cart');
  });

  it('end at their timeout', async () => {
    await printed(`open ${base}/`);
    expect(await execute(`eval 'new Promise(() => {})'`, { timeout: 1 })).toMatchObject({
      success: false,
      killed: true,
      exitCode: null,
      error: 'The commands took longer than 1000 ms.',
    });
  });

  it('go on with a scrape', async () => {
    const scraped = await call(server, 'POST /v2/scrape', { headers, body: { url: `${base}/cart` } });
    const { scrapeId } = (scraped.body as { data: { metadata: { scrapeId: string } } }).data.metadata;
    const body = { code: 'agent-browser get text h1', language: 'bash' };
    expect(await call(server, `POST /v2/scrape/${scrapeId}/interact`, { headers, body })).toMatchObject({
      status: 200,
      body: { success: true, stdout: 'Your cart\n', exitCode: 0, liveViewUrl: expect.any(String) },
    });
  });
});
