import { GoneError, NotFoundError } from '@trawl/sdk';
import { address, text, yesOrNo } from '../input-fields.js';
import { pageView } from '../pages/page-view.js';
import { knownText, NOTHING, own, toolName } from '../pages/result-text.js';
import { defineTool, type ToolContext } from '../tool.js';
import { ToolError } from '../tool-error.js';
import { chargedScrape } from './charged-scrape.js';
import { hasIdForm } from './job.js';

export const interact = defineTool({
  name: 'interact',
  title: 'Act on a page',
  description:
    'Acts on a page in a browser: clicks, fills forms, follows links, and reports what it found. Give url to start, or ' +
    'session to go on where an earlier call stopped. This may change things at the site: ask the user before you submit.',
  input: {
    prompt: text('What to do, in plain words.'),
    url: address('The page to start at.').optional(),
    session: text('The session that an earlier call returned.').optional(),
    end: yesOrNo('Close the session after this.').default(false),
  },
  isReadOnly: false,
  isOpenWorld: true,
  isDefault: true,
  leadsTo: ['read_more'],
  needs: ['browser', 'model'],

  async run({ prompt, url, session, end }, context) {
    const { trawl, policy, pages, time } = context;
    const scrapeId = await sessionOf(url, session, context);
    const live = trawl.interact(scrapeId);
    const { success, output, result, error } = await live
      .prompt(prompt, { timeout: secondsOf(time.leftMs) }, time.limits)
      .catch(async (reason: unknown) => {
        if (session !== undefined) throw isOver(reason) ? noSession(session) : reason;
        // The caller does not know the session yet, so only this code can close it. The first failure is the one to
        // report.
        await live.close({ maxRetries: 0 }).catch(() => {});
        throw reason;
      });
    if (end) await live.close(time.limits);
    const outcome = output ?? result ?? error ?? 'It is done, without an answer.';
    const nextStep = end ? own`The session is closed.` : own`Go on with the session ${knownText(scrapeId)}.`;
    const answer = await pages.add({ url: 'The answer:', markdown: outcome });
    const failure = success === false ? own`It could not be done. ` : NOTHING;
    return policy.budget.fill((room) => own`${failure}${nextStep}\n\n${pageView(answer, room)}`);
  },
});

/** The service takes whole seconds. */
const secondsOf = (ms: number): number => Math.max(1, Math.floor(ms / 1000));

const isOver = (reason: unknown): boolean => reason instanceof NotFoundError || reason instanceof GoneError;

const noSession = (session: string): ToolError =>
  new ToolError(
    own`session ${knownText(JSON.stringify(session))} does not exist, or no longer: give url to start a new one.`,
  );

/** The session to go on in: the one that is given, or a new one at the URL. */
async function sessionOf(url: string | undefined, session: string | undefined, context: ToolContext): Promise<string> {
  if ((url === undefined) === (session === undefined)) throw new ToolError(own`Give either url or session.`);
  context.policy.credits.left();
  if (url !== undefined) return openedAt(url, context);
  if (session === undefined || !hasIdForm(session)) throw noSession(String(session));
  return session;
}

/** The session that begins with a scrape of the page. */
async function openedAt(url: string, context: ToolContext): Promise<string> {
  const request = { ...context.policy.scrapeOptions, formats: ['markdown' as const] };
  const { metadata } = await chargedScrape('interact', url, request, context);
  const { scrapeId } = metadata;
  if (!hasIdForm(scrapeId)) {
    throw new ToolError(own`This service gives pages no id, so it cannot act on them: use ${toolName('scrape')}.`);
  }
  return scrapeId;
}
