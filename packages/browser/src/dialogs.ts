import type { BrowserContext, Dialog } from 'playwright-core';

/** The dialogs of a context while a program answers them. */
export interface PassedDialogs {
  /** The program has answered. */
  answered(): void;
  /** The driver of this service closes dialogs by itself again. */
  end(): void;
}

/** How long a dialog waits for an answer. A page with an open dialog does nothing else. */
const MAX_OPEN_MS = 30_000;

/** Passes the dialogs of all pages of the context on to a program: the driver of this service would close them at once. */
export function passDialogsOn(context: BrowserContext): PassedDialogs {
  const timers = new Map<Dialog, NodeJS.Timeout>();

  function close(dialog: Dialog): void {
    clearTimeout(timers.get(dialog));
    timers.delete(dialog);
    // The driver has to hear that a dialog is closed. It fails where the program has closed it.
    const closing = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
    closing.catch(() => {});
  }

  function closeAll(): void {
    for (const dialog of [...timers.keys()]) close(dialog);
  }

  const onDialog = (dialog: Dialog) => {
    timers.set(dialog, setTimeout(close, MAX_OPEN_MS, dialog).unref());
  };
  context.on('dialog', onDialog);
  return {
    answered: closeAll,
    end() {
      context.off('dialog', onDialog);
      closeAll();
    },
  };
}
