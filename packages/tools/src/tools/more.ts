import { fenced } from '../pages/fence.js';
import type { Tool } from '../tool.js';

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
    async run({ url, question }, { trawl, policy, signal }) {
      policy.checkUrl(String(url));
      policy.checkCredits();
      const formats = [{ type: 'question' as const, question: String(question) }] as const;
      const { answer, metadata } = await trawl.scrape(String(url), { ...policy.scrapeOptions, formats }, { signal });
      policy.spend(metadata.creditsUsed);
      return fenced(String(answer));
    },
  },
  {
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
    async run({ prompt, max_credits = 100 }, { trawl, policy, signal }) {
      policy.checkCredits();
      const result = await trawl.agent(String(prompt), { maxCredits: Number(max_credits) }, { signal });
      policy.spend(result.creditsUsed);
      return fenced(JSON.stringify(result.data, null, 2));
    },
  },
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
