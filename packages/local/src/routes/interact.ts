import { contractDefaults } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import { refuseCode, refuseLanguage } from '../sandbox/code-refusal.js';
import type { ScrapeLookup } from '../scrape/finished-scrapes.js';
import type { Sessions } from '../sessions/sessions.js';
import type { Routes } from './route.js';
import { ownScrape } from './scrape.js';
import { codeResult, sessionUrls } from './session-answers.js';

/** Sessions that go on where a scrape stopped. */
export function interactRoutes(
  scrapes: ScrapeLookup,
  sessions: Pick<Sessions, 'requireBrowser' | 'resume' | 'end' | 'ofScrape'>,
  allowsCode: boolean,
): Pick<Routes, 'interactWithPage' | 'endInteraction'> {
  const { timeout: defaultTimeout = 0 } = contractDefaults('CodeInteraction');
  return {
    async interactWithPage({ path, body, team, baseUrl, signal }) {
      const { origin } = ownScrape(scrapes, path.scrapeId, team);
      sessions.requireBrowser();
      if ('prompt' in body) throw new Refusal(503, { error: NO_MODEL });
      refuseCode(allowsCode);
      const { code, language, timeout = defaultTimeout } = body;
      refuseLanguage(language);
      const session = await sessions.resume({ id: path.scrapeId, team, origin });
      const outcome = await session.run({ code, timeoutMs: timeout * 1000, signal });
      return { ...codeResult(outcome), sessionId: session.id, ...sessionUrls(session, baseUrl) };
    },

    async endInteraction({ path, team }) {
      ownScrape(scrapes, path.scrapeId, team);
      const session = await sessions.ofScrape(path.scrapeId);
      if (!session) throw new Refusal(404, { error: 'No browser session is open for this scrape.' });
      await sessions.end(session, CLOSED);
      return { success: true };
    },
  };
}

const NO_MODEL =
  'Prompts are not available on this server: they need a language model. Send `code`, which runs on the page.';

/** Why a session ended that was closed by a call. */
export const CLOSED = 'It was closed.';
