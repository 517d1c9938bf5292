import { SENT } from '../id-pattern.js';
import type { Json } from '../json.js';
import { isAmongMediaTypes } from '../media-type.js';
import { text } from '../text.js';
import { transition } from '../wording.js';
import { breaksFor, type Rule } from './rule.js';

export const partContentTypeChanged: Rule = {
  name: 'part-content-type-changed',
  about: { parts: ['Encoding'], kinds: ['modified'], keywords: ['contentType'] },
  ids: [`${SENT}encoding-content-type-{added,removed,changed}`],
  advice: 'Go on accepting the media types that the part had.',
  docs: {
    finds: 'A part of a form has other media types.',
    example: {
      of: 'operation',
      id: 'request-encoding-content-type-changed',
      before:
        '{ requestBody: { content: { multipart/form-data: { encoding: { photo: { contentType: "image/png, image/jpeg" } } } } } }',
      after:
        '{ requestBody: { content: { multipart/form-data: { encoding: { photo: { contentType: image/png } } } } } }',
    },
  },
  judge({ before, after, uses }) {
    const [old, now] = [typesIn(before?.value), typesIn(after?.value)];
    const message = transition(text`Its media type`, before?.value, after?.value);
    const broken = uses.filter(({ direction }) =>
      direction === 'request' ? !areAmong(old, now) : !areAmong(now, old),
    );
    return breaksFor(broken, message);
  },
};

/** No media type stands for any of them. */
function typesIn(value: Json | undefined): string[] {
  return value === undefined ? ['*/*'] : String(value).split(',');
}

function areAmong(narrow: readonly string[], wide: readonly string[]): boolean {
  return narrow.every((type) => wide.some((other) => isAmongMediaTypes(type, other)));
}
