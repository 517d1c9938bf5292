import type { Tool } from '../tool.js';

export const credits: Tool = {
  name: 'credits',
  title: 'Show the credits',
  description: 'Says how many credits the account has left.',
  input: {
    history: { type: 'boolean', description: 'Also what each earlier period has used. Default: false.' },
  },
  isReadOnly: true,
  isOpenWorld: false,
  isDefault: false,

  async run({ history }, { trawl, signal }) {
    const now = await trawl.team.credits({ signal });
    return JSON.stringify(history === true ? { ...now, history: await trawl.team.creditHistory({}, { signal }) } : now);
  },
};
