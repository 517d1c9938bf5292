import { yesOrNo } from '../input-fields.js';
import { defineTool } from '../tool.js';

export const credits = defineTool({
  name: 'credits',
  title: 'Show the credits',
  description: 'Says how many credits the account has left.',
  input: {
    history: yesOrNo('Also what each earlier period has used.').default(false),
  },
  isReadOnly: true,
  isOpenWorld: false,
  isDefault: false,

  async run({ history }, { trawl, signal }) {
    const now = await trawl.team.credits({ signal });
    return JSON.stringify(history ? { ...now, history: await trawl.team.creditHistory({}, { signal }) } : now);
  },
});
