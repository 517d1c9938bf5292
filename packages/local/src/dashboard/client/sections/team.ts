import type { Activity, CreditUsage } from '@trawl/client';
import { source } from '../api.js';
import { facts } from '../content.js';
import { h } from '../dom.js';
import { countOf } from '../format.js';
import { listSection } from '../list.js';
import type { Section } from '../view.js';

const calls = listSection<readonly Activity[]>({
  name: 'team',
  title: 'Your team',
  empty: () => [h('p', {}, 'Your team has called nothing yet.')],
  path: () => '/v2/team/activity?limit=100',
  rows: (activities) =>
    activities.map(({ id, endpoint, target, created_at: at }) => ({
      key: String(id),
      mood: 'quiet',
      state: '',
      at: String(at),
      kind: String(endpoint).replace('_scrape', ''),
      title: target ?? 'not written down',
    })),
});

/** The data of a team from the API. A server without an admin key shows nothing else. */
export const team: Section = {
  name: calls.name,
  title: calls.title,
  open(route) {
    const view = calls.open(route);
    const head = h('div', { class: 'head' });
    const usage = source<CreditUsage>('/v2/team/credit-usage', ({ remainingCredits = 0 }) => {
      // The number that the API returns for a team without a limit of credits.
      const isLimited = remainingCredits < Number.MAX_SAFE_INTEGER;
      const credits = isLimited ? `${countOf(remainingCredits, 'credit')} left` : 'credits without a limit';
      head.replaceChildren(facts({ 'This month': credits }));
    });
    view.node.querySelector('.bar')?.after(head);
    return { ...view, sources: [usage, ...view.sources] };
  },
};
