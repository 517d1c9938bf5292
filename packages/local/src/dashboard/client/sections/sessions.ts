import type { SessionView } from '../../../operator/views.js';
import { h } from '../dom.js';
import { countOf, joinParts, timeOf } from '../format.js';
import { listSection, type Row } from '../list.js';

export const sessions = listSection<SessionView[]>({
  name: 'sessions',
  title: 'Sessions',
  empty: () => [h('p', {}, 'No browser session is open. `POST /v2/interact` opens one, where there is a browser.')],
  path: () => 'sessions',
  rows: (sessions) => sessions.map(rowOf),
});

function rowOf({ id, team, scrapeId, createdAt, expiresAt, credits, viewPath }: SessionView): Row {
  const heading = scrapeId === undefined ? `Session ${id}` : `Session of the scrape ${scrapeId}`;
  return {
    key: id,
    mood: 'busy',
    state: 'open',
    at: createdAt,
    kind: team,
    title: viewPath === undefined ? heading : `Watch: ${heading}`,
    note: joinParts(`Ends by ${timeOf(expiresAt)}`, countOf(credits, 'credit')),
    ...(viewPath !== undefined && { href: viewPath }),
  };
}
