import { nameOf } from '../describe.js';
import { isObject, type Json } from '../json.js';
import { listed, quoted } from '../wording.js';
import type { Judgement, Rule } from './rule.js';

/** A call that needed no key. */
export const keyless: Rule = {
  name: 'key-became-required',
  advice: 'Go on answering calls without a key, if only a few of them.',
  judge({ node, kind, base }) {
    const isOpen = isObject(base?.value) && Object.keys(base.value).length === 0;
    if (node !== 'SecurityRequirement' || kind !== 'removed' || !isOpen) return undefined;
    return { level: 'breaking', message: 'Calls without a key are no longer taken.' };
  },
};

/** A way to authenticate that is taken no longer, or the first one that is asked for. */
export const securityRequirement: Rule = {
  name: 'security-requirement-changed',
  advice: 'Go on taking the present way to authenticate beside the new one.',
  judge(fact) {
    if (fact.node !== 'SecurityRequirement') return undefined;
    const uses = fact.uses.filter(({ isCovered }) => !isCovered);
    const isFree = isObject(fact.head?.value) && Object.keys(fact.head.value).length === 0;
    if (uses.length === 0 || isFree) return undefined;
    const happened = fact.kind === 'removed' ? 'is no longer taken' : 'is needed now';
    return { level: 'breaking', message: `${nameOf(fact)} ${happened}.`, uses };
  },
};

const PLAIN = ['type', 'scheme', 'in', 'name'];

/** Where and how a key is sent. */
export const securityScheme: Rule = {
  name: 'security-scheme-changed',
  advice: 'Add a scheme beside the present one, and take both for a while.',
  judge({ node, kind, keyword = '', base, head, uses }) {
    if (node !== 'SecurityScheme' || kind !== 'modified' || uses.length === 0) return undefined;
    if (keyword === 'flows') return ofFlows(base?.value, head?.value);
    if (!PLAIN.includes(keyword)) return undefined;
    return {
      level: 'breaking',
      message: `${quoted(keyword)} went from ${quoted(base?.value)} to ${quoted(head?.value)}.`,
    };
  },
};

/** Who comes by a flow that is gone comes no longer. */
function ofFlows(before: Json | undefined, after: Json | undefined): Judgement | undefined {
  const [old, now] = [before, after].map((flows) => (isObject(flows) ? Object.keys(flows) : []));
  const gone = old?.filter((flow) => !now?.includes(flow)) ?? [];
  if (gone.length === 0) return undefined;
  return {
    level: 'breaking',
    message: `The ${gone.length === 1 ? 'flow' : 'flows'} ${listed(gone)} can no longer be used.`,
  };
}
