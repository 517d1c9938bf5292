import type { Page } from 'playwright-core';
import type { Session } from './session.js';

/** The input of a viewer. Positions are in CSS pixels of the page. */
export type Input =
  | { readonly type: 'move' | 'down' | 'up'; readonly x: number; readonly y: number; readonly button?: Button }
  | { readonly type: 'wheel'; readonly dx: number; readonly dy: number }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'key'; readonly key: string };

const BUTTONS = ['left', 'middle', 'right'] as const;
type Button = (typeof BUTTONS)[number];

/** Inputs of one viewer that wait for the page; further ones are dropped until it has caught up. */
const MAX_WAITING = 200;

/** Does with the page of the session what a viewer does, in the same order. */
export function createRemoteInput(session: Session): (input: Input) => void {
  let last: Promise<unknown> = Promise.resolve();
  let waitingCount = 0;
  return (input) => {
    if (waitingCount >= MAX_WAITING) return;
    waitingCount += 1;
    session.touch();
    last = last
      .then(() => apply(session.context().pages().at(-1), input))
      // The page may be gone, and the keyboard may not have the key: the viewer sees what has happened.
      .catch(() => {})
      .finally(() => {
        waitingCount -= 1;
      });
  };
}

async function apply(page: Page | undefined, input: Input): Promise<void> {
  if (!page) return;
  const { mouse, keyboard } = page;
  switch (input.type) {
    case 'move':
      return mouse.move(input.x, input.y);
    case 'down':
    case 'up':
      await mouse.move(input.x, input.y);
      return mouse[input.type]({ button: input.button ?? 'left' });
    case 'wheel':
      return mouse.wheel(input.dx, input.dy);
    case 'text':
      return keyboard.insertText(input.text);
    case 'key':
      return keyboard.press(input.key);
  }
}

/** Reads a message of a viewer; undefined when it is no input. */
export function inputOf(value: unknown): Input | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, x, y, dx, dy, text, key, button } = value as Record<string, unknown>;
  switch (type) {
    case 'move':
    case 'down':
    case 'up': {
      const pressedButton = BUTTONS.find((each) => each === button);
      return isNumber(x) && isNumber(y) ? { type, x, y, ...(pressedButton && { button: pressedButton }) } : undefined;
    }
    case 'wheel':
      return isNumber(dx) && isNumber(dy) ? { type, dx, dy } : undefined;
    case 'text':
      return typeof text === 'string' ? { type, text } : undefined;
    case 'key':
      return typeof key === 'string' ? { type, key } : undefined;
    default:
      return undefined;
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
