/** Stands for the origin of the site, whose port changes with each run. */
export const SITE_ORIGIN = 'http://site.test';

/** Stands for an id that no resource has. */
export const UNKNOWN_DIGIT = '9';

/** A placeholder ends with the index of a value from an earlier response, the newest first. */
export const placeholder = {
  id: (digit: string): string => `00000000-0000-4000-8000-00000000000${digit}`,
  uploadRef: (digit: string): string => `upload-ref-${digit}`,
};

const ID = new RegExp(placeholder.id('(\\d)'), 'g');
const UPLOAD_REF = new RegExp(placeholder.uploadRef('(\\d)'), 'g');

/** A job may list hundreds of pages, each with an id. */
const MAX_IDS_PER_RESPONSE = 3;

/** Replaces placeholders in requests. A case stays the same when it is repeated; ports, ids and secrets do not. */
export class Placeholders {
  readonly ids: string[] = [];
  readonly #uploadRefs: string[] = [];
  readonly #siteUrl: string;

  constructor(siteUrl: string) {
    this.#siteUrl = siteUrl;
  }

  /** Remembers the ids in the text of a response. */
  collect(response: string): void {
    const found = response.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
    const fresh = found.filter((id) => !this.ids.includes(id));
    this.ids.unshift(...[...new Set(fresh)].slice(0, MAX_IDS_PER_RESPONSE));
    for (const [, ref = ''] of response.matchAll(/"uploadRef":"([\w-]+)"/g)) this.#uploadRefs.unshift(ref);
  }

  replaceIn(text: string): string {
    return text
      .replaceAll(SITE_ORIGIN, this.#siteUrl)
      .replaceAll(ID, (id, digit) => pick(this.ids, digit) ?? id)
      .replaceAll(UPLOAD_REF, (ref, digit) => pick(this.#uploadRefs, digit) ?? ref);
  }
}

/** The index wraps around, so that most placeholders find a value. */
function pick(values: readonly string[], digit: string): string | undefined {
  return digit === UNKNOWN_DIGIT ? undefined : values[Number(digit) % values.length];
}
