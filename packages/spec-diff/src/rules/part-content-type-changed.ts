import { text } from '../text.js';
import { quoted } from '../wording.js';
import { breaksFor, type Rule } from './rule.js';

export const partContentTypeChanged: Rule = {
  name: 'part-content-type-changed',
  about: { parts: ['Encoding'], kinds: ['modified'], keywords: ['contentType'] },
  advice: 'Go on accepting the media types that the part had.',
  docs: {
    finds: 'A part of a form has other media types.',
    example: {
      of: 'operation',
      before:
        '{ requestBody: { content: { multipart/form-data: { encoding: { photo: { contentType: "image/png, image/jpeg" } } } } } }',
      after:
        '{ requestBody: { content: { multipart/form-data: { encoding: { photo: { contentType: image/png } } } } } }',
    },
  },
  judge({ before, after, uses }) {
    const [old, now] = [typesIn(before?.value), typesIn(after?.value)];
    const part = quoted((after ?? before)?.path.at(-2));
    const message = text`The media type of the part ${part} went from ${quoted(before?.value)} to ${quoted(after?.value)}.`;
    const broken = uses.filter(({ direction }) =>
      direction === 'request' ? !old.every((type) => now.includes(type)) : !now.every((type) => old.includes(type)),
    );
    return breaksFor(broken, message);
  },
};

function typesIn(value: unknown): string[] {
  return String(value)
    .split(',')
    .map((type) => type.trim());
}
