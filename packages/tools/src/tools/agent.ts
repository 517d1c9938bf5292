import { NotFoundError } from '@trawl/sdk';
import { text, wholeNumber } from '../input-fields.js';
import { pageView } from '../pages/page-view.js';
import { defineTool, type ToolContext } from '../tool.js';
import { ToolError } from '../tool-error.js';
import { firstNews, hasIdForm, startJob } from './job.js';

/** An agent of the service. Its call returns after a while, whether the agent is done or not. */
export const agent = defineTool({
  name: 'agent',
  title: 'Have an agent search',
  description:
    'Has an agent of the service gather data from several sites. Slow and costly: use search and scrape first. Give prompt to ' +
    'start, or the id of an agent that is still at work.',
  input: {
    prompt: text('What to find.').optional(),
    maxCredits: wholeNumber(1, 2500, 'What it may cost.').default(100),
    id: text('The id that an earlier call returned.').optional(),
  },
  isReadOnly: true,
  isOpenWorld: true,
  isDefault: false,
  needs: ['model'],

  async run({ prompt, maxCredits, id }, context) {
    const { trawl, policy, signal } = context;
    if (prompt === undefined) {
      if (id === undefined) throw new ToolError('Give either prompt or id.');
      return resultOf(id, context);
    }
    if (id !== undefined) throw new ToolError('Give either prompt or id.');
    const request = { prompt, maxCredits: Math.ceil(Math.min(maxCredits, policy.creditsLeft())) };
    return startJob(
      { start: () => trawl.agents.start(request), cancel: (job) => trawl.agents.cancel(job) },
      (job) => resultOf(job, context),
      signal,
    );
  },
});

async function resultOf(id: string, { trawl, policy, pages, signal, onProgress }: ToolContext): Promise<string> {
  const unknown = new ToolError(`id ${JSON.stringify(id)} leads to no agent, or no longer: give prompt to start one.`);
  if (!hasIdForm(id)) throw unknown;
  let polls = 0;
  const { status, data, error, creditsUsed } = await firstNews({
    get: () => trawl.agents.get(id, { signal }),
    isNews: (state) => state.status !== 'processing',
    onState: () => onProgress?.(++polls, undefined, 'The agent is at work'),
    signal,
  }).catch((reason) => {
    throw reason instanceof NotFoundError ? unknown : reason;
  });
  policy.spend(creditsUsed, id);
  if (status === 'processing') return `Agent ${id} is still at work. Go on with agent and this id.`;
  if (status !== 'completed') {
    throw new ToolError(`The agent ended as ${status}. Use search and scrape.`, error);
  }
  const markdown = ['```json', JSON.stringify(data, null, 2), '```'].join('\n');
  return pageView(pages.add({ url: 'The data:', markdown }), policy.maxTokens);
}
