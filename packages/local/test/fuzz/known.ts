import { SITE } from './site.js';

/** The digit of what is unknown. */
export const UNKNOWN = '9';

/** Stand in requests for ids and references that earlier answers gave, the latest first. */
export const placeholder = {
  id: (digit: string): string => `00000000-0000-4000-8000-00000000000${digit}`,
  uploadRef: (digit: string): string => `upload-ref-${digit}`,
};

const ID = new RegExp(placeholder.id('(\\d)'), 'g');
const UPLOAD_REF = new RegExp(placeholder.uploadRef('(\\d)'), 'g');

/** How many ids are taken from an answer: the pages of a job may have hundreds. */
const MOST_IDS = 3;

/** What a case has learned, and its requests have only a place for: other values each time that it is repeated. */
export class Known {
  readonly ids: string[] = [];
  readonly #uploadRefs: string[] = [];
  readonly #site: string;

  constructor(site: string) {
    this.#site = site;
  }

  learn(answer: string): void {
    const found = answer.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
    const fresh = found.filter((id) => !this.ids.includes(id));
    this.ids.unshift(...[...new Set(fresh)].slice(0, MOST_IDS));
    for (const [, ref = ''] of answer.matchAll(/"uploadRef":"([\w-]+)"/g)) this.#uploadRefs.unshift(ref);
  }

  /** The text with what is known in its places. */
  fill(text: string): string {
    return text
      .replaceAll(SITE, this.#site)
      .replaceAll(ID, (id, digit) => chosen(this.ids, digit) ?? id)
      .replaceAll(UPLOAD_REF, (ref, digit) => chosen(this.#uploadRefs, digit) ?? ref);
  }
}

/** Most places are for something that is there, if anything is. */
function chosen(some: readonly string[], digit: string): string | undefined {
  return digit === UNKNOWN ? undefined : some[Number(digit) % some.length];
}
