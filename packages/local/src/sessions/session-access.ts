import { ACCESSES, type Access, keyIdOf, type Session } from './session.js';

/** The live views and the connections of sessions are below this path. */
export const SESSIONS_PATH = '/sessions';

const PATH = new RegExp(`^${SESSIONS_PATH}/([^/]+)/(${ACCESSES.join('|')})$`);

/** Finds sessions that live. */
export interface SessionLookup {
  find(id: string): Session | undefined;
}

/** The path of this access, which gives none without a token. */
export function addressOf(session: Session, access: Access): string {
  return `${SESSIONS_PATH}/${session.id}/${access}`;
}

/**
 * The path and the query that give this access. The query has the token, and logs show no queries.
 *
 * @param keyId - The key of the caller who gets them.
 */
export function accessPath(session: Session, access: Access, keyId?: string): string {
  return `${addressOf(session, access)}?token=${session.token(access, keyId)}`;
}

/** The id in the URL of a live view or connection; undefined for other URLs. */
export function sessionIdOf(url: string): string | undefined {
  return PATH.exec(new URL(url).pathname)?.[1];
}

/** Whether the path belongs to sessions. */
export function isSessionPath(url: string): boolean {
  return PATH.test(url.split('?', 1)[0] ?? '');
}

/** What a URL gives access to. */
export interface SessionGrant {
  readonly session: Session;
  readonly access: Access;
  /** The key of the caller who got the URL. */
  readonly keyId: string | undefined;
}

/** The session that the URL gives access to, if its token is right and the session lives. The key may have been revoked. */
export function accessTo(sessions: SessionLookup, url: string): SessionGrant | undefined {
  const { pathname, searchParams } = new URL(url);
  const [, id = '', name] = PATH.exec(pathname) ?? [];
  const access = ACCESSES.find((each) => each === name);
  const session = sessions.find(id);
  const token = searchParams.get('token') ?? '';
  if (!access || !session?.grants(access, token)) return undefined;
  if (access !== 'cdp' && !session.terms.streamWebView) return undefined;
  return { session, access, keyId: keyIdOf(token) };
}
