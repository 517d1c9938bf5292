import { type Block, blocksOf } from './blocks.js';
import { fromBase64Url, fromHex, randomBytes, toBase64Url, toHex } from './bytes.js';
import { clipped } from './clipped.js';

/** A page that was read. */
export interface StoredPage {
  /** The name of the page in cursors. */
  readonly name: string;
  readonly url: string;
  /** The title on one line; empty if the page has none. */
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly tokens: number;
}

/** What is read of a page. */
export interface ReadPage {
  readonly url: string;
  readonly title?: string | undefined;
  readonly markdown: string;
}

/** Where pages are, and who may read them. */
export interface PageStoreOptions {
  /** How many characters the pages in memory may have together. The oldest go first. */
  readonly maxLength?: number;
  /** What names are signed with. Default: random bytes, so that no other process knows the names of this one. */
  readonly secret?: string | undefined;
  /** Whose pages these are. Nobody else can use their names. */
  readonly owner?: string | undefined;
  /** Reads a scrape again that the service keeps; undefined if it does not, or no longer. */
  readonly load?: (scrapeId: string, signal: AbortSignal) => Promise<ReadPage | undefined>;
}

const MAX_LENGTH = 5_000_000;

/** The maximum length of a URL. It leaves room for text in the smallest budget. */
const MAX_URL_TOKENS = 100;
const MAX_TITLE_TOKENS = 60;

const ID_BYTES = 16;
const SIGNATURE_BYTES = 6;

/** The length of a name in Base64: of the id, and of the signature. */
const ID_LENGTH = 22;
const NAME = /^[\w-]{30}$/;

/**
 * Pages, so that the rest of a long one can be read without paying for it again. A page has a signed name. It names the scrape
 * of the service, if that has an id, so the page can be read after it left the memory, and by another process.
 */
export class PageStore {
  readonly #pages = new Map<string, { readonly page: StoredPage; readonly length: number }>();
  readonly #maxLength: number;
  readonly #secret: string | undefined;
  readonly #owner: string;
  readonly #load: PageStoreOptions['load'];
  #key: ReturnType<typeof hmacKey> | undefined;
  #length = 0;

  constructor({ maxLength = MAX_LENGTH, secret, owner = '', load }: PageStoreOptions = {}) {
    this.#maxLength = maxLength;
    this.#secret = secret;
    this.#owner = owner;
    this.#load = load;
  }

  /** @param scrapeId - The id of the scrape at the service, a UUID. Without one, the page is only in memory. */
  async add(read: ReadPage, scrapeId?: string): Promise<StoredPage> {
    const id = toBase64Url(scrapeId === undefined ? randomBytes(ID_BYTES) : bytesOf(scrapeId));
    return this.#keep(id + (await this.#signatureOf(id)), read);
  }

  /** The page of a name; undefined when there is none, or no longer. */
  async get(name: string, signal: AbortSignal): Promise<StoredPage | undefined> {
    const kept = this.#pages.get(name);
    if (kept) return kept.page;
    const id = name.slice(0, ID_LENGTH);
    if (!NAME.test(name) || name.slice(ID_LENGTH) !== (await this.#signatureOf(id))) return undefined;
    const read = await this.#load?.(uuidOf(fromBase64Url(id)), signal);
    return read && this.#keep(name, read);
  }

  #keep(name: string, { url, title, markdown }: ReadPage): StoredPage {
    const blocks = blocksOf(markdown);
    const page = {
      name,
      // The URL on one line. The name of a file keeps its blanks.
      url: clipped(url.replace(/\s+/g, /^https?:/.test(url) ? '%20' : ' '), MAX_URL_TOKENS),
      title: clipped((title ?? '').replace(/\s+/g, ' ').trim(), MAX_TITLE_TOKENS),
      blocks,
      tokens: blocks.reduce((sum, block) => sum + block.tokens, 0),
    };
    this.#forget(name);
    this.#pages.set(name, { page, length: markdown.length });
    this.#length += markdown.length;
    for (const oldest of this.#pages.keys()) {
      if (this.#length <= this.#maxLength || oldest === name) break;
      this.#forget(oldest);
    }
    return page;
  }

  #forget(name: string): void {
    this.#length -= this.#pages.get(name)?.length ?? 0;
    this.#pages.delete(name);
  }

  async #signatureOf(id: string): Promise<string> {
    // Not in the constructor: a worker has no random bytes before its first request.
    this.#key ??= hmacKey(this.#secret === undefined ? randomBytes(ID_BYTES) : ENCODER.encode(this.#secret));
    const signature = await crypto.subtle.sign('HMAC', await this.#key, ENCODER.encode(`${id} ${this.#owner}`));
    return toBase64Url(new Uint8Array(signature, 0, SIGNATURE_BYTES));
  }
}

const ENCODER = new TextEncoder();

const hmacKey = (bytes: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

const bytesOf = (uuid: string): Uint8Array => fromHex(uuid.replaceAll('-', ''));

const uuidOf = (bytes: Uint8Array): string =>
  toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
