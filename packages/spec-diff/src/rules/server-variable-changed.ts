import { asList } from '../json.js';
import { listChange } from '../keywords/strictness.js';
import { text } from '../text.js';
import { listed, quoted, transition } from '../wording.js';
import type { Rule } from './rule.js';

export const serverVariableChanged: Rule = {
  name: 'server-variable-changed',
  about: { parts: ['ServerVariable'], kinds: ['modified'], keywords: ['enum', 'default'] },
  ids: ['server-variable-enum-{added,value-removed,value-changed}', 'server-variable-default-{added,removed,changed}'],
  advice: 'Keep the values of the variable, and let the URLs that they make work on.',
  docs: {
    finds: 'A variable in the URL of a server lost a value, or has another default.',
    example: {
      of: 'document',
      id: 'server-variable-enum-value-removed',
      before: "{ servers: [{ url: 'https://{r}.example', variables: { r: { default: eu, enum: [eu, us] } } }] }",
      after: "{ servers: [{ url: 'https://{r}.example', variables: { r: { default: eu, enum: [eu] } } }] }",
    },
  },
  judge({ keyword, before, after }) {
    const name = text`The server variable ${quoted((before ?? after)?.path.at(-2))}`;
    if (keyword === 'default') {
      return { level: 'warning', text: transition(text`${name}: its default`, before?.value, after?.value) };
    }
    const { added, removed } = listChange(before?.value, after?.value);
    if (before?.value === undefined) {
      return { level: 'breaking', text: text`${name} can only be ${listed(asList(after?.value), 'or')} now.` };
    }
    if (after?.value === undefined) return { level: 'additive', text: text`${name} can have any value now.` };
    if (removed.length > 0)
      return { level: 'breaking', text: text`${name} can no longer be ${listed(removed, 'or')}.` };
    return { level: 'additive', text: text`${name} can also be ${listed(added, 'or')}.` };
  },
};
