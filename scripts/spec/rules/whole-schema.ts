import { brokenBy } from '../strength.js';
import type { Rule } from './rule.js';

/** A schema where there was none, or none where there was one: Redocly weighs what is in a schema, not that it is there. */
export const wholeSchema: Rule = {
  name: 'schema-presence-changed',
  advice: 'Let requests hold what they held; in answers, go on promising what was promised.',
  judge({ node, kind, base, head, uses }) {
    if (node !== 'Schema' || kind === 'modified' || (head ?? base)?.path.at(-1) !== 'schema') return undefined;
    const isAdded = kind === 'added';
    const message = isAdded ? 'It has a schema now; any value was allowed.' : 'It has no schema any longer.';
    const broken = brokenBy(isAdded ? 'tighter' : 'looser', uses);
    return broken.length > 0 ? { level: 'breaking', message, uses: broken } : { level: 'additive', message };
  },
};
