import { nameOf } from '../describe.js';
import { isObject } from '../json.js';
import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

/** A parameter that is taken no longer, or under another name or in another place. */
export const parameterRemoved: Rule = {
  name: 'parameter-removed',
  advice: 'Keep the parameter, mark it `deprecated`, and say what replaces it.',
  judge(fact) {
    if (fact.node !== 'Parameter') return undefined;
    const { kind, keyword, base, head } = fact;
    if (kind === 'removed') return { level: 'breaking', message: `${nameOf(fact)} was removed.` };
    if (keyword !== 'key' || !isObject(base?.value) || !isObject(head?.value)) return undefined;
    const [before, after] = [base.value, head.value];
    const now =
      before.in === after.in
        ? `is called ${quoted(after.name)} now`
        : `is the ${after.in} parameter ${quoted(after.name)} now`;
    return { level: 'breaking', message: `The ${before.in} parameter ${quoted(before.name)} ${now}.` };
  },
};

/** A parameter that has to be sent. */
export const parameterRequired: Rule = {
  name: 'parameter-became-required',
  advice: 'Let it stay optional, and give it a default.',
  judge(fact) {
    const { node, kind, keyword, head } = fact;
    if (node !== 'Parameter') return undefined;
    if (kind === 'added') {
      const isRequired = isObject(head?.value) && head.value.required === true;
      return isRequired ? { level: 'breaking', message: `${nameOf(fact)} has to be sent now.` } : undefined;
    }
    if (keyword !== 'required') return undefined;
    return head?.value === true
      ? { level: 'breaking', message: 'It has to be sent now.' }
      : { level: 'additive', message: 'It need not be sent any longer.' };
  },
};

/** How a parameter is written down. */
export const serialization: Rule = {
  name: 'parameter-serialization-changed',
  advice: 'Keep the way it is written; take the other under another name.',
  judge({ node, keyword = '', base, head }) {
    if (node !== 'Parameter' || !['style', 'explode', 'allowReserved'].includes(keyword)) return undefined;
    const message = `It is written down in another way: ${quoted(keyword)} went from ${quoted(base?.value)} to ${quoted(head?.value)}.`;
    return { level: 'breaking', message };
  },
};
