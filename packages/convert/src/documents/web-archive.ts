import { decodeText } from '../html/charset.js';

/** The head of a page with its files as one message (MHTML): programs put pages into Word documents so. */
const HEAD = /^(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*){1,50}/;

const MAX_HEAD = 8_192;

/** The first page of a web archive as text; undefined for any other file. */
export function htmlOfArchive(bytes: Uint8Array): string | undefined {
  const start = textOf(bytes.subarray(0, MAX_HEAD)).trimStart();
  const [head = ''] = HEAD.exec(start) ?? [];
  const boundary = /^Content-Type:\s*multipart\/related\b[^\n]*(?:\n[ \t][^\n]*)*?boundary\s*=\s*"?([^"\s;]+)/im.exec(
    head,
  )?.[1];
  if (boundary === undefined) return undefined;
  for (const part of textOf(bytes).split(`\n--${boundary}`)) {
    const end = part.indexOf('\n\n');
    const partHead = part.slice(0, end === -1 ? 0 : Math.min(end, MAX_HEAD));
    if (/^Content-Type:\s*text\/html\b/im.test(partHead)) return decoded(part.slice(end + 2), partHead);
  }
  return undefined;
}

/** Each byte as the character of the same number, with the ends of lines of Unix. */
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n');

function decoded(body: string, head: string): string {
  const encoding = /^Content-Transfer-Encoding:\s*(\S+)/im.exec(head)?.[1]?.toLowerCase();
  const charset = /charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1];
  const plain = encoding === 'quoted-printable' ? unquoted(body) : body;
  const bytes = encoding === 'base64' ? Buffer.from(body, 'base64') : Buffer.from(plain, 'latin1');
  return decodeText(bytes, `text/html; charset=${charset ?? 'utf-8'}`).text;
}

const unquoted = (text: string): string =>
  text
    .replace(/=[ \t]*\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
