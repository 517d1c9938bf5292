import type { DevToolsSession } from './devtools-sessions.js';
import type { ProxyAccess, ProxyRules } from './proxy.js';

/**
 * Gives the key for the proxy to the context of an empty page. The driver would stop each request to add the key. The browser
 * needs it only once, so this page asks for it with a request of its own.
 */
export async function giveKey(session: DevToolsSession, { username, password }: ProxyAccess): Promise<void> {
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const answer =
      authChallenge.source === 'Proxy'
        ? ({ response: 'ProvideCredentials', username, password } as const)
        : ({ response: 'CancelAuth' } as const);
    // A page that closes meanwhile needs no answer.
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse: answer }).catch(() => {});
  });
  const goOn = ({ requestId }: { requestId: string }) => {
    session.send('Fetch.continueRequest', { requestId }).catch(() => {});
  };
  session.on('Fetch.requestPaused', goOn);
  await session.send('Fetch.enable', { handleAuthRequests: true, patterns: [{ urlPattern: FIRST_URL }] });
  const expression = `fetch(${JSON.stringify(FIRST_URL)}).catch(() => {})`;
  await session.send('Runtime.evaluate', { expression, awaitPromise: true });
  session.off('Fetch.requestPaused', goOn);
  await session.send('Fetch.disable');
}

/** The URL of an empty page. Nothing is loaded from it. */
const FIRST_URL = 'http://spare.invalid/';

/** The rules for a page that is not in use. */
export const CLOSED: ProxyRules = {
  checkUrl() {
    throw new Error('Nothing is loaded before a page is used.');
  },
  blocks: () => true,
};
