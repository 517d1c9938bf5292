import { type Rule, SAID_ELSEWHERE } from './rule.js';

/** How a parameter is written down follows from where it stands: when it moves, that it moves is all there is to say. */
export const serialization: Rule = {
  name: 'parameter-serialization',
  advice: '',
  judge({ node, keyword = '', base, head }) {
    if (node !== 'Parameter' || !['style', 'explode'].includes(keyword)) return undefined;
    return base?.around[0]?.in !== head?.around[0]?.in ? SAID_ELSEWHERE : undefined;
  },
};
