import type { RenderedFile } from '@trawl/browser/capture';
import { contractDefaults } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import type { FinishedScrapes, ScrapeLookup } from '../scrape/finished-scrapes.js';
import { refuseCode, refuseLanguage } from '../sessions/code-refusal.js';
import { runCommandLine } from '../sessions/command-runner.js';
import type { PromptRunner } from '../sessions/prompt-runner.js';
import type { Sessions } from '../sessions/sessions.js';
import type { Routes } from './route.js';
import { ownScrape } from './scrape.js';
import { codeResult, promptResult, sessionUrls } from './session-answers.js';

export interface InteractDependencies {
  readonly withheld: Pick<FinishedScrapes, 'isWithheld'>;
  readonly scrapes: ScrapeLookup;
  readonly sessions: Pick<Sessions, 'requireBrowser' | 'resume' | 'end' | 'ofScrape'>;
  readonly allowsCode: boolean;
  /** Stores a file that was made of a page, and returns its URL, which begins with the address of the server. */
  readonly linkTo: LinkTo;
  /** It is undefined on a server without a language model. */
  readonly prompts: PromptRunner | undefined;
}

export type LinkTo = (file: RenderedFile, page: string, baseUrl: string) => Promise<string>;

/** Sessions that go on where a scrape stopped. */
export function interactRoutes({
  scrapes,
  withheld,
  sessions,
  allowsCode,
  prompts,
  linkTo,
}: InteractDependencies): Pick<Routes, 'interactWithPage' | 'endInteraction'> {
  const { timeout: defaultTimeout = 0 } = contractDefaults('CodeInteraction');
  return {
    async interactWithPage({ path, body, team, payer, baseUrl, signal }) {
      if (withheld.isWithheld(path.scrapeId, team)) throw new Refusal('conflict', WITHHELD);
      const { origin } = await ownScrape(scrapes, path.scrapeId, team);
      sessions.requireBrowser();
      const timeoutMs = (body.timeout ?? defaultTimeout) * 1000;
      const resume = () => sessions.resume({ ...payer, id: path.scrapeId, origin });
      if ('prompt' in body) {
        if (!prompts) throw new Refusal('unavailable', NO_MODEL);
        const session = await resume();
        const outcome = await prompts.run(session, { prompt: body.prompt, timeoutMs, signal });
        return { ...promptResult(outcome), sessionId: session.id, ...sessionUrls(session, baseUrl, payer) };
      }
      if (body.language !== 'bash') {
        refuseCode(allowsCode);
        refuseLanguage(body.language);
      }
      const session = await resume();
      const link = (file: RenderedFile, page: string) => linkTo(file, page, baseUrl);
      const outcome =
        body.language === 'bash'
          ? await runCommandLine(session, { text: body.code, timeoutMs, signal, link })
          : await session.run({ code: body.code, timeoutMs, signal });
      return { ...codeResult(outcome), sessionId: session.id, ...sessionUrls(session, baseUrl, payer) };
    },

    async endInteraction({ path, team }) {
      await ownScrape(scrapes, path.scrapeId, team);
      const session = await sessions.ofScrape(path.scrapeId);
      if (!session) throw new Refusal('not_found', 'No browser session is open for this scrape.');
      await sessions.end(session, CLOSED);
      return { success: true };
    },
  };
}

const WITHHELD =
  'No session can be opened for this scrape: nothing of it was kept, because it was made with zero data retention or in lockdown. Scrape the page again without these options.';

const NO_MODEL =
  'Prompts are not available on this server: they need a language model. Start it with --model-url (`modelUrl`, TRAWL_LOCAL_MODEL_URL), or send `code`, which runs on the page.';

/** The reason that later callers of a closed session get. */
export const CLOSED = 'It was closed.';
