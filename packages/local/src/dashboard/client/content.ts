import { type Child, h } from './dom.js';

/** Characters of JSON that are coloured; more of it would take long. */
const MAX_COLOURED = 100_000;

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/gi;

/** Shows JSON with highlighted names, and any other text unchanged. */
export function jsonBlock(label: string, value: unknown, ...actions: Child[]): HTMLElement {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const isColoured = typeof value !== 'string' && text.length <= MAX_COLOURED;
  return block(label, text, isColoured ? coloured(text) : [text], actions);
}

export function textBlock(label: string, text: string): HTMLElement {
  return block(label, text, [text]);
}

/** A unified diff. */
export function diffBlock(label: string, text: string): HTMLElement {
  const kinds: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' };
  const lines = text.split('\n').map((line) => h('span', { class: kinds[line.charAt(0)] ?? 'same' }, `${line}\n`));
  return block(label, text, lines);
}

/** Shows facts with their names, without those that are undefined. */
export function facts(entries: Readonly<Record<string, Child>>): HTMLElement {
  const knownEntries = Object.entries(entries).filter(([, value]) => value !== undefined && value !== '');
  return h('dl', {}, ...knownEntries.map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
}

export function note(text: string | undefined, mood = 'plain'): Child {
  return text !== undefined && h('p', { class: `note ${mood}` }, text);
}

/** Shows a warning about something that was not done as requested, although nothing failed. */
export const warningNote = (text: string): Child => note(`Warning: ${text}`, 'busy');

function block(label: string, text: string, content: Child[], actions: Child[] = []): HTMLElement {
  return h(
    'section',
    { class: 'block' },
    h('div', { class: 'bar' }, h('h3', {}, label), ...actions, copyButton('Copy', text, label)),
    h('pre', { tabindex: '0', 'aria-label': label }, ...content),
  );
}

export function copyButton(name: string, text: string, what: string): Child {
  // There is no clipboard where the page is not of this machine.
  if (!navigator.clipboard) return undefined;
  const button = h('button', { type: 'button', class: 'small', 'aria-label': `${name}: ${what}`, click: copy }, name);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = name;
    }, 1500);
  }
  return button;
}

function coloured(text: string): Child[] {
  const parts: Child[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, string, colon] = match;
    parts.push(text.slice(end, match.index));
    if (string !== undefined && colon !== undefined) parts.push(h('span', { class: 'name' }, string), colon);
    else parts.push(h('span', { class: string === undefined ? 'literal' : 'string' }, token));
    end = match.index + token.length;
  }
  return [...parts, text.slice(end)];
}
