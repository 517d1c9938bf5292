import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/errors.js';
import { verifyWebhook, WebhookVerificationError } from './verify.js';

interface Delivery {
  secret: string;
  headers: { 'x-firecrawl-signature': string };
  rawBody: string;
}

const deliveries = readFileSync(new URL('../../../../test/fixtures/webhooks.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Delivery);

const SECRET = 'whsec-0123456789';
const BODY = '{"type":"crawl.page","id":"é"}';

function sign(body: string | Uint8Array, secret = SECRET): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

describe('a delivery that was recorded', () => {
  it.each(deliveries)('is verified: %o', async ({ secret, headers, rawBody }) => {
    const event = await verifyWebhook(rawBody, headers['x-firecrawl-signature'], secret);
    expect(event).toEqual(JSON.parse(rawBody));
  });

  it.each(deliveries)('is refused when one character of it is another: %o', async ({ secret, headers, rawBody }) => {
    const changed = rawBody.replace('"success":true', '"success":false');
    expect(changed).not.toBe(rawBody);
    await expect(verifyWebhook(changed, headers['x-firecrawl-signature'], secret)).rejects.toThrow(
      /^The signature does not fit the body/,
    );
  });

  it('was read', () => {
    expect(deliveries).toHaveLength(4);
  });
});

describe('verifyWebhook', () => {
  it('takes the body as text and as bytes', async () => {
    const bytes = new TextEncoder().encode(BODY);
    const inside = Buffer.concat([Buffer.from('x'), bytes]).subarray(1);
    for (const body of [BODY, bytes, bytes.buffer, Buffer.from(BODY), inside]) {
      expect(await verifyWebhook(body, sign(BODY), SECRET)).toEqual({ type: 'crawl.page', id: 'é' });
    }
  });

  it('reads the digits of the signature in either case', async () => {
    const header = ` ${sign(BODY).toUpperCase().replace('SHA256', 'sha256')} `;
    expect(await verifyWebhook(BODY, header, SECRET)).toMatchObject({ type: 'crawl.page' });
  });

  it('takes the header as Node.js types it, but not two signatures', async () => {
    const { 'x-firecrawl-signature': header }: IncomingHttpHeaders = { 'x-firecrawl-signature': [sign(BODY)] };
    expect(await verifyWebhook(BODY, header, SECRET)).toMatchObject({ type: 'crawl.page' });
    await expect(verifyWebhook(BODY, [sign(BODY), sign(BODY)], SECRET)).rejects.toThrow('The signature is malformed');
    await expect(verifyWebhook(BODY, [], SECRET)).rejects.toThrow('The signature is m');
  });

  it.each(['crawl.page', 'batch_scrape.page'])('fills in the URL that a page of %s lacks', async (type) => {
    const body = JSON.stringify({ type, data: [{ markdown: '# A', metadata: { sourceURL: 'https://a.test' } }] });
    const event = await verifyWebhook(body, sign(body), SECRET);
    const metadata = { url: 'https://a.test', sourceURL: 'https://a.test' };
    expect(event).toEqual({ type, data: [{ markdown: '# A', metadata }] });
  });

  it('lets types pass that it does not know', async () => {
    const body = '{"type":"crawl.paused","novelty":1}';
    expect(await verifyWebhook(body, sign(body), SECRET)).toEqual({ type: 'crawl.paused', novelty: 1 });
  });

  it.each<[string, string | null | undefined, string]>([
    ['is missing', null, 'The signature is missing'],
    ['is missing another way', undefined, 'The signature is missing'],
    ['is empty', '', 'The signature is missing'],
    ['has another form', 'sha1=00', 'The signature is malformed'],
    ['is too short', 'sha256=0123', 'The signature is malformed'],
    ['is too long', `${sign(BODY)}00`, 'The signature is malformed'],
    ['has no digits', `sha256=${'g'.repeat(64)}`, 'The signature is malformed'],
    ['is that of another secret', sign(BODY, 'another'), 'does not fit the body'],
    ['is that of another body', sign('{}'), 'does not fit the body'],
  ])('refuses a delivery whose signature %s', async (_, header, words) => {
    const refused = verifyWebhook(BODY, header, SECRET);
    await expect(refused).rejects.toBeInstanceOf(WebhookVerificationError);
    await expect(refused).rejects.toThrow(words);
    await expect(refused).rejects.not.toThrow(SECRET);
  });

  it.each([
    ['not JSON', 'crawl.page', 'not JSON with a type'],
    ['no event', '[]', 'not JSON with a type'],
    ['an event without a type', '{"type":1}', 'not JSON with a type'],
    ['nothing', 'null', 'not JSON with a type'],
  ])('refuses a body that is %s, even when the signature is right', async (_, body, words) => {
    const refused = verifyWebhook(body, sign(body), SECRET);
    await expect(refused).rejects.toBeInstanceOf(WebhookVerificationError);
    await expect(refused).rejects.toThrow(words);
  });

  it('refuses to check without a secret', async () => {
    await expect(verifyWebhook(BODY, sign(BODY), '')).rejects.toBeInstanceOf(ConfigurationError);
  });

  it('refuses what a body parser made of the body', async () => {
    const parsed = JSON.parse(BODY) as string;
    await expect(verifyWebhook(parsed, sign(BODY), SECRET)).rejects.toThrow(/^rawBody must be the body as it was/);
  });
});
