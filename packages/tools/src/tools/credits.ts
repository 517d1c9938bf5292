import { yesOrNo } from '../input-fields.js';
import { clipped } from '../pages/clipped.js';
import { fencedServiceText } from '../pages/fence.js';
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

  async run({ history }, { trawl, policy, time }) {
    const now = await trawl.team.credits(time.limits);
    const answer = history ? { ...now, history: await trawl.team.creditHistory({}, time.limits) } : now;
    const text = JSON.stringify(answer);
    return policy.budget.fill((room) => fencedServiceText(clipped(text, room)));
  },
});
