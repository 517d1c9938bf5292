import { type Child, h } from '../../dom.js';
import { FORMATS, OFFERED, type OfferedFormat, type ScrapeInput } from './request.js';

export interface ScrapeForm {
  readonly node: HTMLFormElement;
  input(): ScrapeInput;
  /** The key of a team, where the form asks for one. */
  key(): string | undefined;
  /** Fills in the fields that an address of the page names. */
  fill(params: URLSearchParams): void;
  /** Shows whether a scrape runs. */
  setRunning(isRunning: boolean): void;
}

export interface FormOptions {
  readonly asksForKey: boolean;
  onSubmit(): void;
  onStop(): void;
  onChange(): void;
}

export function scrapeForm({ asksForKey, onSubmit, onStop, onChange }: FormOptions): ScrapeForm {
  const url = h('input', {
    // A URL may come without its scheme, which a field of type `url` refuses.
    type: 'text',
    inputmode: 'url',
    autocomplete: 'off',
    spellcheck: 'false',
    required: true,
    placeholder: 'https://example.com',
  });
  const boxes = new Map(OFFERED.map((name) => [name, h('input', { type: 'checkbox', value: name })]));
  const isFresh = h('input', { type: 'checkbox' });
  const key = h('input', { type: 'password', autocomplete: 'off' });
  const { node: jsonFields, prompt, schema } = jsonOptions();
  const submit = h('button', {}, 'Scrape');
  const stop = h('button', { type: 'button', click: onStop, hidden: true }, 'Stop');

  const choices = OFFERED.map((name) => h('label', {}, boxes.get(name), FORMATS[name]));
  const node = h(
    'form',
    { class: 'scrape', submit: (event) => submitted(event, onSubmit), input: changed },
    labelFor('URL of the page', url),
    h('fieldset', {}, h('legend', {}, 'Formats'), ...choices),
    jsonFields,
    h('label', { class: 'inline' }, isFresh, 'Fetch it again if it is in the cache'),
    asksForKey && labelFor('API key of a team. Without one, few calls a day are answered', key),
    h('div', { class: 'buttons' }, submit, stop),
  );

  function changed(): void {
    jsonFields.hidden = !boxes.get('json')?.checked;
    onChange();
  }

  return {
    node,
    input: () => ({
      url: url.value.trim(),
      formats: OFFERED.filter((name) => boxes.get(name)?.checked),
      prompt: prompt.value.trim(),
      schema: schema.value.trim(),
      isFresh: isFresh.checked,
    }),
    key: () => key.value.trim() || undefined,
    fill(params) {
      url.value = params.get('url') ?? url.value;
      const formats = params.get('formats')?.split(',') ?? ['markdown'];
      for (const [name, box] of boxes) box.checked = formats.includes(name);
      changed();
    },
    setRunning(isRunning) {
      if (!isRunning && document.activeElement === stop) submit.focus();
      stop.hidden = !isRunning;
      submit.textContent = isRunning ? 'Scraping…' : 'Scrape';
      node.setAttribute('aria-busy', String(isRunning));
    },
  };
}

function jsonOptions() {
  const prompt = h('input', { type: 'text', placeholder: 'The name and the price of the product' });
  const schema = h('textarea', {
    rows: '4',
    spellcheck: 'false',
    placeholder: '{"type": "object", "properties": {"price": {"type": "number"}}}',
  });
  const node = h(
    'fieldset',
    { class: 'fields', hidden: true },
    h('legend', {}, 'JSON'),
    labelFor('What to extract, in words. It needs a language model', prompt),
    labelFor('JSON schema of the result', schema),
  );
  return { node, prompt, schema };
}

const labelFor = (name: string, field: Child): HTMLElement => h('label', {}, name, field);

function submitted(event: Event, onSubmit: () => void): void {
  event.preventDefault();
  onSubmit();
}

/** The formats that are chosen, as the address of the page has them. */
export const formatsParam = (formats: readonly OfferedFormat[]): string => formats.join(',');
