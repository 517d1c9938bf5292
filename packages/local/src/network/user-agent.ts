import type { Settings } from '../settings/settings.js';

/** What sites get as `User-Agent`. */
export function userAgentOf({ userAgent, contact }: Pick<Settings, 'userAgent' | 'contact'>): string {
  return contact === undefined ? userAgent : `${userAgent} (+${contact})`;
}

/** The name by which robots.txt knows this service. */
export function robotNameOf({ userAgent }: Pick<Settings, 'userAgent'>): string {
  return userAgent.replace(/[/ ].*/, '');
}
