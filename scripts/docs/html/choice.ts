import { escapeHtml } from '../../site/html.js';

export interface Panel {
  /** What the button says, as HTML. */
  readonly label: string;
  /** What is remembered when it is chosen, or the same as the label. */
  readonly value?: string;
  readonly id?: string;
  readonly html: string;
}

/** Names of groups of buttons, which have to differ on one page. */
export type Names = () => string;

export function createNames(): Names {
  let count = 0;
  return () => `choice-${++count}`;
}

/** Panels of which one is shown, by buttons that need no program: the styles show the panel of the button that is set. */
export function choiceHtml(legend: string, name: string, panels: readonly Panel[], remembered?: string): string {
  const buttons = panels.map(
    ({ label, value }, index) =>
      `<label><input type="radio" name="${name}" value="${escapeHtml(value ?? String(index))}"${index === 0 ? ' checked' : ''}><span>${label}</span></label>`,
  );
  const contents = panels.map(
    ({ id, html }) => `<div class="panel"${id === undefined ? '' : ` id="${escapeHtml(id)}"`}>${html}</div>`,
  );
  const data = remembered === undefined ? '' : ` data-remembered="${remembered}"`;
  return `<div class="choice"${data}><fieldset><legend>${legend}</legend>${buttons.join('')}</fieldset>${contents.join('')}</div>`;
}
