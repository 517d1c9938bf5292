import { ACCESSES, type Access, type Session } from './session.js';

/** The live views and the connections of sessions are below this path. */
export const SESSIONS_PATH = '/sessions';

const PATH = new RegExp(`^${SESSIONS_PATH}/([^/]+)/(${ACCESSES.join('|')})$`);

/** Finds sessions that live. */
export interface SessionLookup {
  find(id: string): Session | undefined;
}

/** The path and the query that give this access. The query has the token, and logs show no queries. */
export function accessPath(session: Session, access: Access): string {
  return `${SESSIONS_PATH}/${session.id}/${access}?token=${session.token(access)}`;
}

/** The id in the URL of a live view or connection; undefined for other URLs. */
export function sessionIdOf(url: string): string | undefined {
  return PATH.exec(new URL(url).pathname)?.[1];
}

/** Whether the path belongs to sessions. */
export function isSessionPath(url: string): boolean {
  return PATH.test(url.split('?', 1)[0] ?? '');
}

/** The session that the URL gives access to, if its token is right and the session lives. */
export function accessTo(sessions: SessionLookup, url: string): { session: Session; access: Access } | undefined {
  const { pathname, searchParams } = new URL(url);
  const [, id = '', name] = PATH.exec(pathname) ?? [];
  const access = ACCESSES.find((each) => each === name);
  const session = sessions.find(id);
  if (!access || !session?.grants(access, searchParams.get('token') ?? '')) return undefined;
  if (access !== 'cdp' && !session.terms.streamWebView) return undefined;
  return { session, access };
}
