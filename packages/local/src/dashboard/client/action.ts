import { elementOf, h, keyOf } from './dom.js';

/** Runs an action, and says whether it is done or why it is not. */
export type Run = (work: () => Promise<unknown>, message: string) => Promise<void>;

export interface ActionReport {
  /** The line that says it, to screen readers too. */
  readonly node: HTMLElement;
  readonly run: Run;
  clear(): void;
}

/** Reports what becomes of actions. `refresh` asks again for what an action may have changed. */
export function actionReport(refresh: () => Promise<unknown>): ActionReport {
  // It is in the page before it has a text: screen readers do not announce an element that appears with its text.
  const node = h('p', { class: 'note report', role: 'status' });

  function say(text: string, mood: string): void {
    node.className = `note report ${mood}`;
    node.textContent = text;
  }

  return {
    node,
    async run(work, message) {
      try {
        await work();
        say(message, 'good');
        await refresh();
      } catch (error) {
        say((error as Error).message, 'bad');
      }
    },
    clear: () => say('', ''),
  };
}

/** A button whose `key` keeps the focus on it when what is around it changes. */
export function actionButton(name: string, click: () => unknown, kind = 'small'): HTMLElement {
  return h('button', { type: 'button', class: kind, 'data-key': name, click }, name);
}

export interface Question {
  readonly title: string;
  /** The question to the user, which says what the action does. */
  readonly text: string;
  readonly yes: string;
  readonly no: string;
}

/** A button for something that cannot be undone, which asks before it is done. */
export function askingButton(name: string, question: Question, act: () => Promise<void>, kind?: string): HTMLElement {
  return actionButton(
    name,
    async () => {
      if (await isConfirmed(question)) await act();
    },
    kind,
  );
}

/** Asks the user. Escape is a no. */
function isConfirmed({ title, text, yes, no }: Question): Promise<boolean> {
  const asker = keyOf(document.activeElement);
  return new Promise((resolve) => {
    const close = (answer: string) => (): void => dialog.close(answer);
    const dialog: HTMLDialogElement = h(
      'dialog',
      { class: 'question', 'aria-label': title },
      h('h3', {}, title),
      h('p', {}, text),
      h('div', { class: 'buttons' }, actionButton(no, close('no')), actionButton(yes, close('yes'), 'small danger')),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      // The button may have been made anew in the meantime.
      if (asker !== undefined && document.activeElement === document.body) elementOf(asker, document)?.focus();
      resolve(dialog.returnValue === 'yes');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
