import type { KeyView } from '../../../operator/views.js';
import { h } from '../dom.js';
import { countOf, joinParts } from '../format.js';
import { listSection } from '../list.js';

export const keys = listSection<readonly KeyView[]>({
  name: 'keys',
  title: 'Keys',
  empty: () => [
    h(
      'p',
      {},
      'The database has no keys. This adds one for a team: ',
      h('code', {}, 'trawl-local keys add NAME --team TEAM'),
    ),
  ],
  path: () => 'keys',
  rows: (list) => [...list].reverse().map(rowOf),
});

function rowOf({ name, team, scopes, rate, concurrency, credits, creditsUsed, createdAt, revokedAt }: KeyView) {
  return {
    key: `${name} ${createdAt}`,
    mood: revokedAt === undefined ? ('good' as const) : ('quiet' as const),
    state: revokedAt === undefined ? 'valid' : 'revoked',
    at: createdAt,
    kind: team,
    title: name,
    note: joinParts(
      `${countOf(creditsUsed, 'credit')} used${credits === undefined ? '' : ` of ${credits} this month`}`,
      rate === undefined ? undefined : `${rate} calls a minute`,
      concurrency === undefined ? undefined : `${concurrency} at once`,
      scopes?.join(', '),
    ),
  };
}
