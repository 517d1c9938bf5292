import { fenced } from '../pages/fence.js';
import { countTokens } from '../pages/tokens.js';
import { type Tool, ToolError } from '../tool.js';

export const interact: Tool = {
  name: 'interact',
  title: 'Act on a page',
  description:
    'Acts on a page in a browser: clicks, fills forms, follows links, and reports what it found. Give url to start, or ' +
    'session to go on where an earlier call stopped. This may change things at the site: ask the user before you submit.',
  input: {
    type: 'object',
    properties: {
      prompt: { type: 'string', description: 'What to do, in plain words.' },
      url: { type: 'string', description: 'The page to start at.' },
      session: { type: 'string', description: 'The session that an earlier call returned.' },
      end: { type: 'boolean', description: 'Close the session after this. Default: false.' },
    },
    required: ['prompt'],
    additionalProperties: false,
  },
  isReadOnly: false,
  isDefault: true,

  async run({ prompt, url, session, end }, { trawl, policy, signal }) {
    if ((url === undefined) === (session === undefined)) throw new ToolError('Give either url or session.');
    policy.checkCredits();
    const scrapeId = session === undefined ? await scrapeIdOf(String(url)) : String(session);
    const live = trawl.interact(scrapeId);
    const answer = await live.prompt(String(prompt), {}, { signal });
    if (end === true) await live.close({ signal });
    const text = answer.output ?? answer.result ?? answer.error ?? 'It is done, without an answer.';
    const goOn = end === true ? 'The session is closed.' : `Go on with session ${scrapeId}.`;
    const fits = countTokens(text) <= policy.maxTokens - 100;
    return `${answer.success === false ? 'It could not be done. ' : ''}${goOn}\n\n${fenced(fits ? text : `${text.slice(0, policy.maxTokens)}\n[The rest does not fit.]`)}`;

    async function scrapeIdOf(address: string): Promise<string> {
      policy.checkUrl(address);
      const { metadata } = await trawl.scrape(address, { ...policy.scrapeOptions, formats: ['markdown'] }, { signal });
      policy.spend(metadata.creditsUsed);
      if (!metadata.scrapeId) throw new ToolError('This service gives pages no id, so they cannot be acted on.');
      return metadata.scrapeId;
    }
  },
};
