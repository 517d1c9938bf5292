import { parseUrl } from '@trawl/base/can-parse-url';
import { utf8Header } from './utf8-header.js';

/** What a page says of where it has moved to. */
interface RefreshingPage {
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** A page that stays longer is meant to be read, and leads on to the next one of a series. */
const MAX_DELAY_SECONDS = 10;

/** Bytes of a page in which its refresh is looked for. */
const MAX_BYTES = 256 * 1024;

/** Tells most pages, which have no refresh, without parsing them. */
const HAS_REFRESH = /http-equiv\s*=\s*["']?\s*refresh/i;

/**
 * The URL to which a page of HTML sends its readers at once: by the header `Refresh` or a `meta` element of that name. It is
 * undefined for a page that stays, such as one that only reloads itself.
 */
export async function refreshTarget({ url, headers, body }: RefreshingPage): Promise<URL | undefined> {
  const header = headers.get('refresh');
  const fromHeader = header === null ? undefined : targetOf(utf8Header(header), url);
  if (fromHeader) return fromHeader;
  const type = headers.get('content-type') ?? 'text/html';
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)/i.test(type)) return undefined;
  const bytes = body.subarray(0, MAX_BYTES);
  if (!HAS_REFRESH.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))) return undefined;
  const { content, base } = await metaRefresh(decoderOf(type).decode(bytes));
  return content === undefined ? undefined : targetOf(content, parseUrl(base ?? '', url.href) ?? url, url);
}

/** The first `meta` of a refresh in a page, and the base of its URLs. What stands in `noscript` is for other readers. */
async function metaRefresh(html: string): Promise<{ content: string | undefined; base: string | undefined }> {
  const { Parser } = await import('htmlparser2');
  let content: string | undefined;
  let base: string | undefined;
  let noscripts = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'noscript') noscripts += 1;
      else if (name === 'base') base ??= attributes.href;
      else if (name === 'meta' && noscripts === 0 && /^\s*refresh\s*$/i.test(attributes['http-equiv'] ?? '')) {
        content ??= attributes.content;
      }
    },
    onclosetag(name) {
      if (name === 'noscript') noscripts -= 1;
    },
  });
  parser.end(html);
  return { content, base };
}

/** Seconds, and a URL with or without `url=` and quotes, as browsers read them. */
const REFRESH = /^\s*(?:(\d+)[\d.]*|\.[\d.]*)(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is;

function targetOf(text: string, base: URL, page = base): URL | undefined {
  const [, seconds = '0', ...urls] = REFRESH.exec(text) ?? [];
  const link = urls.find((url) => url !== undefined)?.trim();
  if (!link || Number(seconds) > MAX_DELAY_SECONDS) return undefined;
  const target = parseUrl(link, base.href);
  if (!target || !/^https?:$/.test(target.protocol) || target.username || target.password) return undefined;
  target.hash = '';
  const here = new URL(page);
  here.hash = '';
  return target.href === here.href ? undefined : target;
}

function decoderOf(contentType: string): InstanceType<typeof TextDecoder> {
  const charset = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
