import type { CreditsView } from '../../../operator/views.js';
import { facts } from '../content.js';
import { h } from '../dom.js';
import { countOf, timeOf } from '../format.js';
import { listSection } from '../list.js';

export const credits = listSection<CreditsView>({
  name: 'credits',
  title: 'Credits',
  empty: () => [h('p', {}, 'Nothing was charged yet. Each page costs a credit here, as on a hosted service.')],
  path: () => 'credits',
  rows: ({ charges, teams }) =>
    charges.map(({ number, at, team, endpoint, credits: cost, target }) => ({
      key: String(number),
      mood: 'quiet',
      state: String(cost),
      at,
      kind: endpoint.replace('_scrape', ''),
      title: target ?? 'not written down',
      ...(teams.length > 1 && { note: team }),
    })),
  head: ({ until, teams }) => [
    facts(
      Object.fromEntries(
        teams.map(({ team, used, remaining }) => [
          team === 'local' ? 'This month' : team,
          `${countOf(used, 'credit')} used${remaining === undefined ? '' : `, ${remaining} left`}`,
        ]),
      ),
    ),
    h('p', {}, `The month ends ${timeOf(until)}.`),
  ],
});
