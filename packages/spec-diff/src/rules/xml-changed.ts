import { SCHEMA } from '../id-pattern.js';
import { describeChange } from '../keywords/keywords.js';
import { forbiddenChanged } from './forbidden-changed.js';
import type { Rule } from './rule.js';

export const xmlChanged: Rule = {
  name: 'xml-changed',
  about: { parts: ['Schema'], kinds: ['modified'], keywords: ['xml'] },
  yieldsTo: [forbiddenChanged],
  ids: [`${SCHEMA}-xml-{added,removed,changed}`],
  advice: 'Keep the names and the nesting of the elements, and add a media type for the other ones.',
  docs: {
    finds: 'A value has another element or attribute in XML. Nothing changes in bodies of other media types.',
    example: {
      of: 'operation',
      id: 'request-property-xml-added',
      before:
        '{ requestBody: { content: { application/xml: { schema: { type: object, properties: { a: { type: string } } } } } } }',
      after:
        '{ requestBody: { content: { application/xml: { schema: { type: object, properties: { a: { type: string, xml: { attribute: true } } } } } } } }',
    },
  },
  judge({ before, after, uses }) {
    const message = describeChange('xml', before?.value, after?.value);
    const inXml = uses.filter(({ isXml }) => isXml);
    return inXml.length > 0 ? { level: 'breaking', text: message, uses: inXml } : { level: 'neutral', text: message };
  },
};
