import type { CDPSession, Page } from 'playwright-core';
import type { Session } from './session.js';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Somebody who watches a session. */
export interface Viewer {
  /** Gets the address of the page that is shown. */
  onAddress(url: string): void;
  /** Gets a JPEG of the page, and the size of the page in CSS pixels. The next one comes after `acknowledge`. */
  onFrame(jpeg: Buffer, size: Size): void;
}

export interface LiveView {
  /** Says that the last frame was shown. */
  acknowledge(): void;
  close(): void;
}

/** The longest side of a picture that is sent. */
const MAX_SIDE = 1600;

/** Shows a session to a viewer as it changes: the page that was opened last. */
export function startLiveView(session: Session, viewer: Viewer): LiveView {
  const context = session.context();
  let shownPage: Page | undefined;
  let cast: CDPSession | undefined;
  let frameId: number | undefined;
  let isClosed = false;

  async function start(page: Page): Promise<void> {
    const newSession = await context.newCDPSession(page);
    if (isClosed || shownPage !== page) return newSession.detach();
    cast = newSession;
    frameId = undefined;
    newSession.on('close', () => {
      if (shownPage === page) shownPage = undefined;
      showLast();
    });
    newSession.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) viewer.onAddress(frame.url);
    });
    newSession.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      frameId = sessionId;
      viewer.onFrame(Buffer.from(data, 'base64'), { width: metadata.deviceWidth, height: metadata.deviceHeight });
    });
    await newSession.send('Page.enable');
    viewer.onAddress(page.url());
    await newSession.send('Page.startScreencast', {
      format: 'jpeg',
      quality: 70,
      maxWidth: MAX_SIDE,
      maxHeight: MAX_SIDE,
    });
  }

  function showLast(): void {
    const page = context.pages().at(-1);
    if (isClosed || !page || page === shownPage) return;
    shownPage = page;
    stop();
    // It fails when the page closes meanwhile, and then another one is shown.
    start(page).catch(() => {});
  }

  function stop(): void {
    cast?.detach().catch(() => {});
    cast = undefined;
  }

  context.on('page', showLast);
  showLast();
  return {
    acknowledge() {
      if (frameId === undefined) return;
      cast?.send('Page.screencastFrameAck', { sessionId: frameId }).catch(() => {});
      frameId = undefined;
    },
    close() {
      isClosed = true;
      context.off('page', showLast);
      stop();
    },
  };
}
