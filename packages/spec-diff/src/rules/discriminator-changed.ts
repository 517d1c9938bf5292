import type { Difference, Side } from '../difference.js';
import { SCHEMA } from '../id-pattern.js';
import { type Json, objectOf } from '../json.js';
import { type Text, text } from '../text.js';
import { quoted } from '../wording.js';
import type { Finding, Rule } from './rule.js';

export const discriminatorChanged: Rule = {
  name: 'discriminator-changed',
  about: { parts: ['Discriminator', 'DiscriminatorMapping'] },
  ids: [
    `${SCHEMA}-discriminator-{added,removed}`,
    `${SCHEMA}-discriminator-{property-name,default-mapping}-{added,removed,changed}`,
    `${SCHEMA}-discriminator-value-{added,removed,changed}`,
  ],
  advice: 'Keep the field and its values; add values for new members.',
  docs: {
    finds: 'The members of a union are told apart by another field, or its values stand for other members.',
    example: {
      of: 'response',
      id: 'response-body-discriminator-property-name-changed',
      before: `
        oneOf: [{ type: object, properties: { kind: { const: a }, sort: { const: x } } },
                { type: object, properties: { kind: { const: b }, sort: { const: y } } }]
        discriminator: { propertyName: kind }`,
      after: `
        oneOf: [{ type: object, properties: { kind: { const: a }, sort: { const: x } } },
                { type: object, properties: { kind: { const: b }, sort: { const: y } } }]
        discriminator: { propertyName: sort }`,
    },
  },
  judge: (difference) => (difference.part === 'Discriminator' ? ofField(difference) : ofValue(difference)),
};

function ofField({ kind, keyword, before, after }: Difference): Finding | undefined {
  const field = (side: Side | undefined) => quoted(objectOf(side?.value).propertyName);
  if (kind === 'added') {
    return {
      level: 'additive',
      text: text`The field ${field(after)} tells the members apart now (\`discriminator\`).`,
    };
  }
  if (kind === 'removed') {
    const message = text`The field ${field(before)} no longer tells the members apart (\`discriminator\`).`;
    return { level: 'breaking', text: message };
  }
  if (keyword === 'defaultMapping') return ofDefault(before?.value, after?.value);
  const names = text`was ${quoted(before?.value)} and is ${quoted(after?.value)} now`;
  return { level: 'breaking', text: text`The field that tells the members apart ${names}.` };
}

function ofDefault(before: Json | undefined, after: Json | undefined): Finding {
  if (before === undefined)
    return { level: 'additive', text: text`\`defaultMapping\` says now which member an unknown value stands for.` };
  const happened = after === undefined ? 'was removed' : text`went from ${schemaName(before)} to ${schemaName(after)}`;
  return { level: 'breaking', text: text`\`defaultMapping\`, the member for unknown values, ${happened}.` };
}

/** A value that stands for another member may still be accepted where it is sent. */
function ofValue({ keyword, before, after, uses }: Difference): Finding {
  const name = text`The discriminator value ${quoted(keyword)}`;
  if (before?.value === undefined) return { level: 'additive', text: text`${name} was added.` };
  if (after?.value === undefined) return { level: 'breaking', text: text`${name} was removed.` };
  const message = text`${name} stands for ${schemaName(after.value)} now; it stood for ${schemaName(before.value)}.`;
  const isRead = uses.some(({ direction }) => direction !== 'request');
  return { level: isRead ? 'breaking' : 'warning', text: message };
}

function schemaName(reference: Json): Text {
  return quoted(String(reference).split('/').at(-1));
}
