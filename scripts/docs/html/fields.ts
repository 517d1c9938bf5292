import { escapeHtml } from '../../site/html.js';
import { type Choice, type Content, type Field, formsInWords, isEmpty } from '../model.js';
import { literal } from '../types.js';
import { choiceHtml, type Names } from './choice.js';

export interface FieldView {
  /** Markdown as HTML, with links that lead to pages. */
  text(markdown: string): string;
  /** Markdown as HTML without a paragraph around it. */
  inline(markdown: string): string;
  readonly names: Names;
  /** Whether all of it is shown at once: for print, and for the search of a browser. */
  readonly isOpen: boolean;
}

/** What a value can hold: its fields, each with what it holds itself. */
export function contentHtml(content: Content, view: FieldView): string {
  const { fields, choices, plain, shownAt, discriminator } = content;
  const others = plain.length === 0 ? '' : view.text(formsInWords(content));
  const reference =
    shownAt === undefined
      ? ''
      : `<p class="shown-at">Its fields stand at <a href="#${escapeHtml(shownAt)}"><code>${escapeHtml(shownAt)}</code></a>.</p>`;
  const list =
    fields.length === 0 ? '' : `<ul class="fields">${fields.map((field) => fieldHtml(field, view)).join('')}</ul>`;
  return `${reference}${others}${list}${choices.length === 0 ? '' : choicesHtml(choices, discriminator, view)}`;
}

function fieldHtml(field: Field, view: FieldView): string {
  const { id, name, place, type, preset, isRequired, isDeprecated, badges, text, refusals, content } = field;
  const marks = [
    isRequired ? '<strong class="required">required</strong>' : '',
    isDeprecated ? '<strong class="deprecated">deprecated</strong>' : '',
    preset === undefined ? '' : `<span class="preset">default <code>${escapeHtml(literal(preset))}</code></span>`,
    ...badges.map((badge) => `<span class="badge">${view.inline(badge)}</span>`),
  ];
  const head = `<p class="field-head"><a href="#${escapeHtml(id)}"><code>${escapeHtml(name)}</code></a> <span class="type">${view.inline(type)}</span> ${marks.filter(Boolean).join(' ')}</p>`;
  const refusal = refusals.map((each) => `<p class="refusal">Refused with: “${escapeHtml(each)}”</p>`).join('');
  return `<li id="${escapeHtml(id)}" data-place="${escapeHtml(place)}">${head}${view.text(text)}${refusal}${innerHtml(field.name, content, view)}</li>`;
}

function innerHtml(name: string, content: Content, view: FieldView): string {
  if (isEmpty(content)) return '';
  const html = contentHtml(content, view);
  const { fields, choices, shownAt } = content;
  if (view.isOpen || shownAt !== undefined || fields.length + choices.length === 0) return html;
  const amount = [
    fields.length > 0 ? `${fields.length} ${fields.length === 1 ? 'field' : 'fields'}` : '',
    choices.length > 0 ? `${choices.length} kinds` : '',
  ];
  return `<details><summary>${amount.filter(Boolean).join(', ')} of <code>${escapeHtml(name)}</code></summary>${html}</details>`;
}

function choicesHtml(choices: readonly Choice[], discriminator: string | undefined, view: FieldView): string {
  const panels = choices.map(({ name, id, text, content }) => ({
    id,
    label: escapeHtml(name),
    html: `${view.text(text)}${contentHtml(content, view)}`,
  }));
  const legend = discriminator === undefined ? 'One of' : `One of, by <code>${discriminator}</code>`;
  if (!view.isOpen) return choiceHtml(legend, view.names(), panels);
  const list = panels.map(
    ({ label, id, html }) => `<li id="${escapeHtml(id)}"><p class="field-head"><code>${label}</code></p>${html}</li>`,
  );
  return `<p>${legend}:</p><ul class="fields">${list.join('')}</ul>`;
}
