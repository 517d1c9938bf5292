import { text } from '../text.js';
import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

/** No program depends on a failure: the code that handles it is no longer reached. */
export const errorStatusChanged: Rule = {
  name: 'error-status-changed',
  about: { parts: ['Response'], kinds: ['added', 'removed'] },
  ids: [],
  advice: '',
  docs: {
    finds: 'The contract names a status of an error that it did not name before, or no longer names it.',
    example: {
      of: 'operation',
      id: 'error-response-removed',
      before: "{ responses: { '200': { description: Done. }, '409': { description: In conflict. } } }",
      after: "{ responses: { '200': { description: Done. } } }",
    },
  },
  judge({ kind, before, after }) {
    const status = (before ?? after)?.usePath.at(-1);
    const key = (before ?? after)?.path.at(-1) ?? '';
    if (!isFailure(key)) return undefined;
    const happened = kind === 'removed' ? 'is no longer announced' : 'is announced as well';
    return { level: 'additive', text: text`The failure ${quoted(status)} ${happened}.` };
  },
};

function isFailure(status: string): boolean {
  return status === 'default' || /^[45]/.test(status);
}
