import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

/** The name of an operation. Nobody sends it, but the types and the methods that programs use are called by it. */
export const operationName: Rule = {
  name: 'operation-renamed',
  advice: 'Keep the name: nobody on the wire sees it, and everybody who imports the client does.',
  judge({ node, kind, keyword, base, head }) {
    if (node !== 'Operation' || kind !== 'modified' || keyword !== 'operationId') return undefined;
    if (base?.value === undefined)
      return { level: 'additive', message: `The operation is called ${quoted(head?.value)} now.` };
    const now = head?.value === undefined ? 'has no name now' : `is called ${quoted(head.value)} now`;
    return { level: 'breaking', message: `The operation ${quoted(base.value)} ${now}.` };
  },
};
