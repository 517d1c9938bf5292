import { text } from '../input-fields.js';
import { viewAt } from '../pages/page-view.js';
import { defineTool } from '../tool.js';

export const readMore = defineTool({
  name: 'read_more',
  title: 'Read on in a long page',
  description:
    'Goes on in a page that was too long for one result, or reads one of its sections, by a cursor of that result.',
  input: {
    cursor: text('A cursor of an earlier result, as it stands there.'),
  },
  isReadOnly: true,
  isOpenWorld: false,
  isDefault: true,

  run: async ({ cursor }, { pages, policy, time }) => viewAt(pages, cursor, policy.budget, time.signal),
});
