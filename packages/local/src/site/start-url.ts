import { Refusal } from '../contract/refusal.js';

/** Where to start, without a fragment; refuses what is a URI by its letters and no address, such as a port of 99999. */
export function startUrl(text: string): URL {
  if (!URL.canParse(text)) {
    const details = [{ code: 'custom', path: ['url'], message: 'Invalid URL' }];
    throw new Refusal(400, { code: 'BAD_REQUEST', error: 'Bad Request', details });
  }
  const url = new URL(text);
  url.hash = '';
  return url;
}
