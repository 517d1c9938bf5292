import type { Path } from '../contract/issue.js';
import { Refusal } from '../contract/refusal.js';

/**
 * Parses the URL to start at, without its fragment. Refuses a valid URI that is no valid URL, such as one with port 99999:
 * the refusal names the field at `path`.
 */
export function startUrl(text: string, path: Path = ['url']): URL {
  if (!URL.canParse(text)) {
    const details = [{ code: 'custom', path, message: 'Invalid URL' }];
    throw new Refusal(400, { code: 'BAD_REQUEST', error: 'Bad Request', details });
  }
  const url = new URL(text);
  url.hash = '';
  return url;
}
