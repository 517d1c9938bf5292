import { SENT } from '../id-pattern.js';
import { nameOf } from '../names.js';
import { text } from '../text.js';
import { breaksFor, type Rule } from './rule.js';

export const mediaTypeRemoved: Rule = {
  name: 'media-type-removed',
  about: { parts: ['MediaType'], kinds: ['removed'] },
  ids: [`${SENT}media-type-removed`],
  advice: 'Keep the media type, and add the other beside it.',
  docs: {
    finds: 'A body no longer has a media type.',
    example: {
      of: 'operation',
      id: 'response-media-type-removed',
      before: "{ responses: { '200': { description: Done., content: { application/json: {}, text/html: {} } } } }",
      after: "{ responses: { '200': { description: Done., content: { application/json: {} } } } }",
    },
  },
  judge(difference) {
    const broken = difference.uses.filter(({ isCovered }) => !isCovered);
    return breaksFor(broken, text`${nameOf(difference)} was removed.`);
  },
};
