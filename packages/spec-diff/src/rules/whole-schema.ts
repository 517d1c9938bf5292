import { brokenBy } from '../strength.js';
import type { Rule } from './rule.js';

/** What a body, a parameter or a header is, and each item of what comes one after the other. */
const ROOMS = ['schema', 'itemSchema'];

/** A schema where there was none, or none where there was one. */
export const wholeSchema: Rule = {
  name: 'schema-presence-changed',
  advice: 'Let requests hold what they held; in answers, go on promising what was promised.',
  judge(fact) {
    const { node, kind, room } = fact;
    if (node !== 'Schema' || kind === 'modified' || !ROOMS.includes(room ?? '')) return undefined;
    const isAdded = kind === 'added';
    const message = isAdded ? 'It has a schema now; any value was allowed.' : 'It has no schema any longer.';
    const broken = brokenBy(fact, isAdded ? 'tighter' : 'looser');
    return broken.length > 0 ? { level: 'breaking', message, uses: broken } : { level: 'additive', message };
  },
};
