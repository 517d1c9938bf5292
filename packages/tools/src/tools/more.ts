import { pageView } from '../pages/page-view.js';
import { countTokens } from '../pages/tokens.js';
import type { Tool } from '../tool.js';
import { ToolError } from '../tool-error.js';
import { serviceNote } from './service-note.js';

export const agent: Tool = {
  name: 'agent',
  title: 'Have an agent search',
  description:
    'Has an agent of the service gather data from several sites. Slow and costly: use search and scrape first.',
  input: {
    prompt: { type: 'string', isRequired: true, description: 'What to find.' },
    maxCredits: { type: 'integer', minimum: 1, maximum: 2500, description: 'What it may cost. Default: 100.' },
  },
  isReadOnly: true,
  isOpenWorld: true,
  isDefault: false,

  async run({ prompt, maxCredits = 100 }, { trawl, policy, pages, signal }) {
    const request = { maxCredits: Math.ceil(Math.min(Number(maxCredits), policy.creditsLeft())) };
    const result = await trawl.agent(String(prompt), request, { signal, cancelOnAbort: true });
    policy.spend(result.creditsUsed);
    const markdown = ['```json', JSON.stringify(result.data, null, 2), '```'].join('\n');
    return pageView(pages.add({ url: 'The data:', markdown }), policy.maxTokens);
  },
};

const askPage: Tool = {
  name: 'ask_page',
  title: 'Ask a page',
  description: 'Answers a question from one page, by the model of the service. Costs more than scrape.',
  input: {
    url: { type: 'string', isRequired: true, description: 'The page.' },
    question: { type: 'string', isRequired: true, description: 'The question.' },
  },
  isReadOnly: true,
  isOpenWorld: true,
  isDefault: false,

  async run({ url, question }, { trawl, policy, pages, signal }) {
    policy.checkUrl(String(url));
    policy.creditsLeft();
    const formats = [{ type: 'question' as const, question: String(question) }] as const;
    const request = { ...policy.scrapeOptions, formats };
    const { answer, metadata, warning } = await trawl.scrape(String(url), request, { signal });
    policy.spend(metadata.creditsUsed);
    if (metadata.url !== undefined) policy.checkUrl(metadata.url);
    const note = serviceNote(warning);
    if (!answer) throw new ToolError(`${note}The page was not asked: read it with scrape, and answer by yourself.`);
    return note + pageView(pages.add({ url: String(url), markdown: answer }), policy.maxTokens - countTokens(note));
  },
};

const credits: Tool = {
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

/** Tools that few sessions need. The developer asks for them. */
export const moreTools: readonly Tool[] = [askPage, agent, credits];
