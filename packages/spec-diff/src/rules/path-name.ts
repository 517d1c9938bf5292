import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

/** The name of a part of a path. The wire does not show it; the typed client asks for it by that name. */
export const pathName: Rule = {
  name: 'path-parameter-renamed',
  advice: 'Keep the name: nobody on the wire sees it, and everybody who imports the client writes it.',
  judge({ node, keyword, base, head }) {
    if (node !== 'PathItem' || keyword !== 'key' || base?.path[0] !== 'paths') return undefined;
    const [before, after] = [String(base.value), String(head?.value)];
    if (unnamed(before) !== unnamed(after)) return undefined;
    return {
      level: 'breaking',
      message: `A parameter of the path changed its name: ${quoted(before)} is ${quoted(after)} now.`,
    };
  },
};

function unnamed(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}
