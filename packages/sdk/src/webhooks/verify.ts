import { ConfigurationError } from '../errors/errors.js';
import { TrawlError } from '../errors/trawl-error.js';
import { withPageUrls } from '../formats/page-urls.js';
import type { WebhookEvent } from './webhook-event.js';

/** A delivery did not come from the service, or was changed on its way. Respond with status 400. */
export class WebhookVerificationError extends TrawlError {
  override get name(): string {
    return 'WebhookVerificationError';
  }
}

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/**
 * Verifies the signature of a delivery, and returns its event. The signature has no time: remember `webhookId` if handling
 * a delivery twice would do harm.
 *
 * @param rawBody The body as it was received. Do not parse it first.
 * @param signatureHeader The header `x-firecrawl-signature`, in the form in which `Headers` or Node.js has it.
 * @throws WebhookVerificationError when the delivery is not to be trusted, ConfigurationError when it cannot be checked.
 * @example
 * export async function receive(request: Request, secret: string) {
 *   const event = await verifyWebhook(await request.text(), request.headers.get('x-firecrawl-signature'), secret);
 *   if (event.type === 'crawl.page') for (const page of event.data) console.log(page.metadata.url);
 * }
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  signatureHeader: string | readonly string[] | null | undefined,
  secret: string,
): Promise<WebhookEvent> {
  if (!secret) throw new ConfigurationError('secret is empty.');
  const body = bytesOf(rawBody);
  const signature = signatureOf(signatureHeader);
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), HMAC, false, ['verify']);
  if (!(await crypto.subtle.verify(HMAC, key, signature, body))) {
    throw new WebhookVerificationError('The signature does not fit the body: another secret, or other bytes.');
  }
  return eventOf(body);
}

function bytesOf(rawBody: string | Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody);
  if (rawBody?.byteLength >= 0) return new Uint8Array(rawBody);
  throw new ConfigurationError('rawBody must be the body as it was received, not what a body parser made of it.');
}

function signatureOf(header: string | readonly string[] | null | undefined): Uint8Array<ArrayBuffer> {
  const [, digits] = SIGNATURE.exec(String(header ?? '').trim()) ?? [];
  if (digits) return Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  throw new WebhookVerificationError(
    `The signature is ${header ? 'malformed' : 'missing'}: it must be "sha256=" and 64 hexadecimal digits.`,
  );
}

function eventOf(body: Uint8Array): WebhookEvent {
  let event: WebhookEvent | null | undefined;
  let cause: unknown;
  try {
    event = JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    cause = error;
  }
  if (event?.type === 'crawl.page' || event?.type === 'batch_scrape.page') return withPageUrls(event);
  if (typeof event?.type === 'string') return event;
  throw new WebhookVerificationError('The signature is right, but the body is not JSON with a type.', { cause });
}
