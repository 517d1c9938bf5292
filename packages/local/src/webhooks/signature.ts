import { createHmac } from 'node:crypto';

/** The header in which receivers of these webhooks expect the signature. */
export const SIGNATURE_HEADER = 'X-Firecrawl-Signature';

/** Signs a body, so that a receiver with the secret can verify its sender and content. */
export function sign(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
