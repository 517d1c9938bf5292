import type { Difference } from '../difference.js';
import { nameOf } from '../names.js';
import { text } from '../text.js';
import { quoted, transition } from '../wording.js';
import type { Finding, Rule } from './rule.js';

export const oauthFlowChanged: Rule = {
  name: 'oauth-flow-changed',
  about: { parts: ['OAuthFlow', 'OAuthScope'] },
  ids: [
    '{oauth-flow,oauth-scope}-removed',
    'oauth-flow-{authorization-url,token-url,refresh-url,device-authorization-url}-{removed,changed}',
  ],
  advice: 'Keep the flow, its URLs and the scopes that operations ask for; add the new ones beside them.',
  docs: {
    finds: 'An OAuth flow, one of its URLs, or a scope that an operation asks for was removed or moved.',
    example: {
      of: 'document',
      id: 'oauth-scope-removed',
      before: `
        security: [{ login: [read] }]
        components: { securitySchemes: { login: { type: oauth2, flows: {
          clientCredentials: { tokenUrl: /token, scopes: { read: '', write: '' } } } } } }`,
      after: `
        security: [{ login: [read] }]
        components: { securitySchemes: { login: { type: oauth2, flows: {
          clientCredentials: { tokenUrl: /token, scopes: { write: '' } } } } } }`,
    },
  },
  judge(difference) {
    const { kind, keyword, before, after, uses } = difference;
    if (kind !== 'modified') return ofPresence(difference);
    const isUrl = keyword?.endsWith('Url') ?? false;
    const message = text`${nameOf(difference)}: ${transition(quoted(keyword), before?.value, after?.value)}`;
    if (!isUrl) return { level: 'docs', text: message };
    const breaks = before?.value !== undefined && uses.length > 0;
    return { level: breaks ? 'breaking' : 'additive', text: message };
  },
};

/** What no operation asks for breaks nobody. */
function ofPresence(difference: Difference): Finding {
  const breaks = difference.kind === 'removed' && difference.uses.length > 0;
  return { level: breaks ? 'breaking' : 'additive', text: text`${nameOf(difference)} was ${difference.kind}.` };
}
