import { canParseUrl } from '@trawl/base/can-parse-url';
import { redactedUrl, redactedUrls, redactedWebhook } from '@trawl/base/redacted-url';
import { isObject } from '../base/is-object.js';
import { withScheme } from '../contract/page-url.js';

const SECRET_NAME = /authorization|cookie|token|secret|passw|api[-_]?key|signature|uploadref|cdpurl/i;

/** The names of fields that are nothing but a URL. */
const URL_NAME = /urls?$/i;

/** The name of a webhook, which is a URL or an object with one. */
const WEBHOOK = 'webhook';

const HIDDEN = '…';

/**
 * Redacts a JSON value for people. It hides strings whose names suggest secrets, values of headers, text typed into a page
 * and the paths of webhooks, and it redacts every URL.
 */
export function redactedJson(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return redactedText(value, name);
  if (Array.isArray(value)) return value.map((item) => redactedJson(item, name));
  if (!isObject(value)) return value;
  const isHeaders = name === 'headers';
  const isWebhook = name === WEBHOOK;
  const isTyped = value.type === 'write';
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      isHeaders || (isTyped && key === 'text')
        ? HIDDEN
        : redactedJson(item, isWebhook && key === 'url' ? WEBHOOK : key),
    ]),
  );
}

function redactedText(text: string, name: string): string {
  if (SECRET_NAME.test(name)) return HIDDEN;
  if (name === WEBHOOK) return redactedWebhook(text);
  return URL_NAME.test(name) && text !== '' ? redactedPageUrl(text) : redactedUrls(text);
}

/** The URL of a page as callers may write it, without a scheme too. */
export function redactedPageUrl(text: string): string {
  return redactedUrl(canParseUrl(text) ? text : withScheme(text));
}
