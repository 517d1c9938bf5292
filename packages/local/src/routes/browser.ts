import type { RenderedFile } from '@trawl/browser/capture';
import type { BrowserSession } from '@trawl/client';
import { contractDefaults } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import { refuseCode, refuseLanguage } from '../sessions/code-refusal.js';
import { runCommandLine } from '../sessions/command-runner.js';
import type { Session } from '../sessions/session.js';
import type { Sessions } from '../sessions/sessions.js';
import type { Payer } from '../store/ledger-store.js';
import { CLOSED, type LinkTo } from './interact.js';
import type { Routes } from './route.js';
import { codeResult, listedUrls, sessionUrls } from './session-answers.js';

type BrowserRoutes = Pick<
  Routes,
  'createBrowserSession' | 'listBrowserSessions' | 'executeInBrowserSession' | 'deleteBrowserSession'
>;

/** Sessions that begin with an empty page. */
export function browserRoutes(
  sessions: Pick<Sessions, 'open' | 'end' | 'find' | 'list'>,
  allowsCode: boolean,
  linkTo: LinkTo,
): BrowserRoutes {
  const { ttl: defaultTtl = 0, streamWebView: isWatchable = true } = contractDefaults('BrowserSessionRequest');
  const { timeout: defaultTimeout = 0 } = contractDefaults('CodeInteraction');

  function own(id: string, team: string): Session {
    const session = sessions.find(id);
    if (session?.terms.team !== team) throw new Refusal('not_found', 'Browser session not found.');
    return session;
  }

  return {
    async createBrowserSession({ body, payer, baseUrl }) {
      const { ttl = defaultTtl, activityTtl, streamWebView = isWatchable, profile } = body;
      const idleMs = activityTtl === undefined ? undefined : activityTtl * 1000;
      const session = await sessions.open({ ...payer, ttlMs: ttl * 1000, idleMs, streamWebView }, profile);
      const expiresAt = new Date(session.expiresAt).toISOString();
      return { success: true, id: session.id, ...sessionUrls(session, baseUrl, payer), expiresAt };
    },

    listBrowserSessions({ team, query: { status }, baseUrl, payer }) {
      const sessionList = sessions.list(team).map((session) => asListed(session, baseUrl, payer));
      return { success: true, sessions: sessionList.filter((each) => status === undefined || each.status === status) };
    },

    async executeInBrowserSession({ path, body, team, baseUrl, signal }) {
      const session = own(path.sessionId, team);
      const { code, language, timeout = defaultTimeout } = body;
      const timeoutMs = timeout * 1000;
      if (language === 'bash') {
        const link = (file: RenderedFile, page: string) => linkTo(file, page, baseUrl);
        return codeResult(await runCommandLine(session, { text: code, timeoutMs, signal, link }));
      }
      refuseCode(allowsCode);
      refuseLanguage(language);
      return codeResult(await session.run({ code, timeoutMs, signal }));
    },

    async deleteBrowserSession({ path, team }) {
      const session = own(path.sessionId, team);
      await sessions.end(session, CLOSED);
      const { createdAt, endedAt = createdAt, creditsBilled } = session;
      return { success: true, sessionDurationMs: endedAt - createdAt, creditsBilled };
    },
  };
}

function asListed(session: Session, baseUrl: string, payer: Payer): BrowserSession {
  const { id, terms, createdAt, lastActivity, endedAt } = session;
  return {
    id,
    status: endedAt === undefined ? 'active' : 'destroyed',
    ...listedUrls(session, baseUrl, payer),
    streamWebView: terms.streamWebView,
    createdAt: new Date(createdAt).toISOString(),
    lastActivity: new Date(lastActivity).toISOString(),
  };
}
