import { createHmac } from 'node:crypto';

/** By this name receivers of such webhooks find the signature. */
export const SIGNATURE_HEADER = 'X-Firecrawl-Signature';

/** Lets whoever has the secret check that a body comes from here and was not changed. */
export function sign(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
