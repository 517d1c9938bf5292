import type { ScrapeOptions } from '@trawl/client';
import { requestedScreenshot } from './capture.js';
import type { DevToolsSession } from './devtools-sessions.js';

/** What changes how a page looks, and not what it says. */
const UNSEEN = ['Image', 'Font', 'Media'] as const;

/** A transparent picture of one pixel. */
const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/**
 * Whether the request only reads the text of the page. It has no use for pictures then, and a session may open the page again
 * instead of going on with this one.
 */
export function isOnlyRead(options: ScrapeOptions): boolean {
  const { actions = [], profile } = options;
  return !requestedScreenshot(options) && actions.length === 0 && !profile;
}

/**
 * Loads no pictures, fonts and media in the page. A picture loads as one pixel, because pages show other content where one
 * fails.
 */
export async function leaveOutUnseen(session: DevToolsSession): Promise<void> {
  const answerRequest = ({ requestId, resourceType }: PausedRequest) => {
    const answer =
      resourceType === 'Image'
        ? session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders: GIF, body: PIXEL })
        : session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    // A page that closes meanwhile needs no answer.
    answer.catch(() => {});
  };
  session.on('Fetch.requestPaused', answerRequest);
  const patterns = UNSEEN.map((resourceType) => ({ urlPattern: 'http*', resourceType }));
  await session.send('Fetch.enable', { patterns });
}

interface PausedRequest {
  readonly requestId: string;
  readonly resourceType: string;
}

const GIF = [
  { name: 'content-type', value: 'image/gif' },
  // A script may read the pixels of a picture that it asked for in this way.
  { name: 'access-control-allow-origin', value: '*' },
];
