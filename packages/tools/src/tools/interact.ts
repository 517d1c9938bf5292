import { GoneError, NotFoundError } from '@trawl/sdk';
import { pageView } from '../pages/page-view.js';
import type { Tool, ToolContext } from '../tool.js';
import { ToolError } from '../tool-error.js';
import { hasIdForm } from './job.js';

/** What the lines before the answer take, at most. */
const FRAME_TOKENS = 60;

export const interact: Tool = {
  name: 'interact',
  title: 'Act on a page',
  description:
    'Acts on a page in a browser: clicks, fills forms, follows links, and reports what it found. Give url to start, or ' +
    'session to go on where an earlier call stopped. This may change things at the site: ask the user before you submit.',
  input: {
    prompt: { type: 'string', isRequired: true, description: 'What to do, in plain words.' },
    url: { type: 'string', description: 'The page to start at.' },
    session: { type: 'string', description: 'The session that an earlier call returned.' },
    end: { type: 'boolean', description: 'Close the session after this. Default: false.' },
  },
  isReadOnly: false,
  isOpenWorld: true,
  isDefault: true,
  needs: ['browser', 'model'],

  async run({ prompt, url, session, end }, context) {
    const { trawl, policy, pages, signal } = context;
    if ((url === undefined) === (session === undefined)) throw new ToolError('Give either url or session.');
    policy.creditsLeft();
    const scrapeId = session === undefined ? await openedAt(String(url), context) : knownSession(String(session));
    const live = trawl.interact(scrapeId);
    const { success, output, result, error } = await live
      .prompt(String(prompt), {}, { signal })
      .catch(async (reason: unknown) => {
        if (session !== undefined) throw isOver(reason) ? noSession(String(session)) : reason;
        // Nobody has learned the session, so nobody else can close it. The first failure is the one to report.
        await live.close({ maxRetries: 0 }).catch(() => {});
        throw reason;
      });
    if (end === true) await live.close({ signal });
    const text = output ?? result ?? error ?? 'It is done, without an answer.';
    const goOn = end === true ? 'The session is closed.' : `Go on with the session ${scrapeId}.`;
    const answer = pages.add({ url: 'The answer:', markdown: text });
    return `${success === false ? 'It could not be done. ' : ''}${goOn}\n\n${pageView(answer, policy.maxTokens - FRAME_TOKENS)}`;
  },
};

const isOver = (reason: unknown): boolean => reason instanceof NotFoundError || reason instanceof GoneError;

const noSession = (session: string): ToolError =>
  new ToolError(`session ${JSON.stringify(session)} does not exist, or no longer: give url to start a new one.`);

function knownSession(session: string): string {
  if (!hasIdForm(session)) throw noSession(session);
  return session;
}

/** The session that begins with a scrape of the page. */
async function openedAt(url: string, { trawl, policy, signal }: ToolContext): Promise<string> {
  policy.checkUrl(url);
  const { metadata } = await trawl.scrape(url, { ...policy.scrapeOptions, formats: ['markdown'] }, { signal });
  policy.spend(metadata.creditsUsed);
  if (!metadata.scrapeId) throw new ToolError('This service gives pages no id, so it cannot act on them: use scrape.');
  return metadata.scrapeId;
}
