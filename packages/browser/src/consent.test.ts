import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOfMachine } from '../../../scripts/shared/browser.js';
import { closeConsentBanners } from './consent.js';

const place = browserOfMachine();

const withBanner = (banner: string) => `<!DOCTYPE html><title>Bread</title>
  <style>.cover { position: fixed; inset: 0 }</style>
  <body><main style="height: 2000px"><h1>Bread</h1><p>Bake it well.</p></main>${banner}`;

const closing = (what: string) => `onclick="this.closest('.cover').remove(); document.body.dataset.chose = '${what}'"`;

describe.skipIf(!place)('a cookie banner', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const executablePath = place && 'path' in place ? place.path : '';
    browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
    page = await browser.newPage();
  }, 30_000);

  afterAll(() => browser?.close());

  const close = async (html: string) => {
    await page.setContent(withBanner(html));
    let settled = 0;
    await closeConsentBanners(page, { settle: async () => void settled++ });
    const { chose, top, scrolls } = await page.evaluate<{ chose: string | null; top: string; scrolls: boolean }>(`({
      chose: document.body.dataset.chose ?? null,
      top: document.elementFromPoint(400, 300).localName,
      scrolls: (scrollTo(0, 100), scrollY > 0),
    })`);
    return { chose, top, scrolls, settled };
  };

  it.each([
    [
      'of a common manager',
      'reject',
      `<div class="cover" id="onetrust-banner-sdk">We value cookies.
        <button id="onetrust-accept-btn-handler" ${closing('accept')}>Accept</button>
        <button id="onetrust-reject-all-handler" ${closing('reject')}>Reject all</button></div>`,
    ],
    [
      'of a manager with nothing to reject',
      'accept',
      `<div class="cover"><button class="osano-cm-accept-all" ${closing('accept')}>OK</button></div>`,
    ],
    [
      'in a shadow tree',
      'reject',
      `<div id="host"></div><script>
        const root = host.attachShadow({ mode: 'open' });
        root.innerHTML = '<div style="position:fixed;inset:0"><button data-testid="uc-deny-all-button">Deny</button></div>';
        root.querySelector('button').onclick = () => { host.remove(); document.body.dataset.chose = 'reject'; };
      </script>`,
    ],
    [
      'that a site has made itself',
      'reject',
      `<div class="cover cookie-banner">Diese Seite nutzt Cookies. <a href="/privacy">Datenschutz</a>
        <button ${closing('accept')}>Alle akzeptieren</button><button ${closing('reject')}>Alle ablehnen</button></div>`,
    ],
    [
      'without a button, which locks the page',
      null,
      '<style>body { overflow: hidden }</style><div class="cover" id="cookie-wall">Cookies or money.</div>',
    ],
  ])('is closed %s', async (_, chose, banner) => {
    expect(await close(banner)).toEqual({ chose, top: 'main', scrolls: true, settled: 1 });
  });

  it('is closed in a frame, and followed by another one', async () => {
    const second = `<div class=&quot;cover&quot;><button class=&quot;sp_choice_type_11&quot; onclick=&quot;parent.document.querySelector('iframe').remove()&quot;>OK</button></div>`;
    const frame = `<iframe class="cover" name="sp_message_iframe_1" srcdoc="${second}"></iframe>`;
    const first = `<div class="cover"><button class="cky-btn-reject" onclick="this.parentElement.remove()">No</button></div>`;
    expect(await close(frame + first)).toEqual({ chose: null, top: 'main', scrolls: true, settled: 2 });
  });

  it('that does not close is left after a few tries', async () => {
    const { settled } = await close('<button class="cky-btn-reject">Never</button>');
    expect(settled).toBe(3);
  });

  it.each([
    ['a menu of a shop', '<nav class="cookie-menu cover">Cookies <button>Accept order</button></nav>'],
    ['a part of the text', '<div class="cookie-banner">About cookies <button>Accept</button></div>'],
    ['about something else', '<div class="cookie-banner cover"><button>Ok</button>Sale!</div>'],
    ['hidden', '<div class="cookie-banner cover" style="display: none">Cookies <button>Ok</button></div>'],
  ])('is no box that is %s', async (_, box) => {
    expect(await close(box)).toMatchObject({ settled: 0 });
  });
});
