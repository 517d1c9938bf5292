import { NotFoundError } from '@trawl/sdk';
import { text, wholeNumber } from '../input-fields.js';
import { pageView } from '../pages/page-view.js';
import { knownText, knownWord, own, type ResultText, toolName } from '../pages/result-text.js';
import { defineTool, type ToolContext } from '../tool.js';
import { ToolError } from '../tool-error.js';
import { firstNews, hasIdForm, startJob } from './job.js';

/** An agent of the service. Its call returns after a while, whether the agent is done or not. */
export const agent = defineTool({
  name: 'agent',
  title: 'Have an agent search',
  description:
    'Has an agent of the service gather data from several sites. Slow and costly: use {search} and {scrape} first. Give prompt to ' +
    'start, or the id of an agent that is still at work.',
  input: {
    prompt: text('What to find.').optional(),
    maxCredits: wholeNumber(1, 2500, 'What it may cost.').default(100),
    id: text('The id that an earlier call returned.').optional(),
  },
  isReadOnly: true,
  isOpenWorld: true,
  isDefault: false,
  leadsTo: ['read_more'],
  needs: ['model'],

  async run({ prompt, maxCredits, id }, context) {
    const { trawl } = context;
    if (prompt === undefined) {
      if (id === undefined) throw new ToolError(own`Give either prompt or id.`);
      return resultOf(id, context);
    }
    if (id !== undefined) throw new ToolError(own`Give either prompt or id.`);
    return startJob(
      {
        credits: maxCredits,
        name: 'agent',
        start: (credits) => trawl.agents.start({ prompt, maxCredits: credits }),
        cancel: (job) => trawl.agents.cancel(job),
        news: (job) => resultOf(job, context),
      },
      context,
    );
  },
});

async function resultOf(id: string, { trawl, policy, pages, time, onProgress }: ToolContext): Promise<ResultText> {
  const unknown = new ToolError(
    own`id ${knownText(JSON.stringify(id))} leads to no agent, or no longer: give prompt to start one.`,
  );
  if (!hasIdForm(id)) throw unknown;
  let polls = 0;
  const state = await firstNews({
    get: () => trawl.agents.get(id, time.limits),
    isNews: ({ status }) => status !== 'processing',
    onState: () => onProgress?.(++polls, undefined, 'The agent is at work'),
    time,
  }).catch((reason) => {
    throw reason instanceof NotFoundError ? unknown : reason;
  });
  const atWork = own`Agent ${knownText(id)} is still at work. Go on with ${toolName('agent')} and this id.`;
  if (!state) return atWork;
  const { status, data, error, creditsUsed } = state;
  policy.credits.settleJob(id, creditsUsed, ['completed', 'failed', 'cancelled'].includes(status));
  if (status === 'processing') return atWork;
  if (status !== 'completed') {
    const end = knownWord(status, ['failed', 'cancelled']) ?? own`neither completed nor failed`;
    throw new ToolError(own`The agent ended as ${end}. Use ${toolName('search')} and ${toolName('scrape')}.`, error);
  }
  const markdown = ['```json', JSON.stringify(data, null, 2), '```'].join('\n');
  const answer = await pages.add({ url: 'The data:', markdown });
  return policy.budget.fill((room) => pageView(answer, room));
}
