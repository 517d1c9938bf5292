import type { NodeView } from '../../../operator/views.js';
import { h } from '../dom.js';
import { countOf, joinParts, tookOf } from '../format.js';
import { listSection, type Row } from '../list.js';

/** The processes of a service whose processes share a database. */
export const nodes = listSection<NodeView[]>({
  name: 'nodes',
  title: 'Nodes',
  empty: () => [h('p', {}, 'No node is alive: this one enters the service again.')],
  path: () => 'nodes',
  rows: (list) => list.map(rowOf),
});

/** A node gives a sign of life every two seconds. One that is silent for longer has no time, or hangs. */
const LONG_LAG_MS = 4000;

function rowOf({ id, name, role, version, startedAt, lagMs, tasks, sessions }: NodeView): Row {
  const isLate = lagMs > LONG_LAG_MS;
  return {
    key: id,
    mood: isLate ? 'bad' : 'good',
    state: isLate ? 'late' : 'alive',
    at: startedAt,
    kind: role,
    title: name,
    note: joinParts(countOf(tasks, 'task'), countOf(sessions, 'session'), `version ${version}`),
    took: `seen ${tookOf(lagMs)} ago`,
  };
}
