import { pageView } from '../pages/page-view.js';
import type { Tool } from '../tool.js';

export const agent: Tool = {
  name: 'agent',
  title: 'Have an agent search',
  description:
    'Has an agent of the service gather data from several sites. Slow and costly: use search and scrape first.',
  input: {
    type: 'object',
    properties: {
      prompt: { type: 'string', description: 'What to find.' },
      max_credits: { type: 'integer', minimum: 1, maximum: 2500, description: 'What it may cost. Default: 100.' },
    },
    required: ['prompt'],
    additionalProperties: false,
  },
  isReadOnly: true,
  isDefault: false,
  async run({ prompt, max_credits = 100 }, { trawl, policy, pages, signal }) {
    const maxCredits = Math.ceil(Math.min(Number(max_credits), policy.creditsLeft()));
    const result = await trawl.agent(String(prompt), { maxCredits }, { signal });
    policy.spend(result.creditsUsed);
    const markdown = ['```json', JSON.stringify(result.data, null, 2), '```'].join('\n');
    return pageView(pages.add({ url: 'The data:', markdown }), policy.maxTokens);
  },
};

/** Tools that few sessions need. The developer asks for them. */
export const moreTools: readonly Tool[] = [
  {
    name: 'ask_page',
    title: 'Ask a page',
    description: 'Answers a question from one page, by the model of the service. Costs more than scrape.',
    input: {
      type: 'object',
      properties: {
        url: { type: 'string', description: 'The page.' },
        question: { type: 'string', description: 'The question.' },
      },
      required: ['url', 'question'],
      additionalProperties: false,
    },
    isReadOnly: true,
    isDefault: false,
    async run({ url, question }, { trawl, policy, pages, signal }) {
      policy.checkUrl(String(url));
      policy.creditsLeft();
      const formats = [{ type: 'question' as const, question: String(question) }] as const;
      const { answer, metadata } = await trawl.scrape(String(url), { ...policy.scrapeOptions, formats }, { signal });
      policy.spend(metadata.creditsUsed);
      if (metadata.url !== undefined) policy.checkUrl(metadata.url);
      return pageView(pages.add({ url: String(url), markdown: String(answer) }), policy.maxTokens);
    },
  },
  agent,
  {
    name: 'credits',
    title: 'Show the credits',
    description: 'Says how many credits the account has left.',
    input: { type: 'object', properties: {}, required: [], additionalProperties: false },
    isReadOnly: true,
    isDefault: false,
    run: async (_input, { trawl, signal }) => JSON.stringify(await trawl.team.credits({ signal })),
  },
];
