const MARK = 'marked';

/** The fields of a page: a deep link opens what hides its field, and a field that is pointed at is marked in the examples. */
export function installFields(): void {
  const details = document.querySelector<HTMLElement>('.details');
  if (!details) return;
  addEventListener('hashchange', reveal);
  reveal();
  const pointTo = ({ target }: Event) => mark(target instanceof Element ? target.closest('li[data-place]') : null);
  details.addEventListener('mouseover', pointTo);
  details.addEventListener('focusin', pointTo);
  details.addEventListener('mouseleave', () => mark(null));
  installExpand(details);
}

/** Opens what the element of the address is in. */
function reveal(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  if (id === '' || id.startsWith('/') || id.startsWith('try/')) return;
  const target = document.getElementById(id) ?? fieldOfOldAddress(id);
  if (!target) return;
  for (let part: Element | null | undefined = target; part; part = part.parentElement?.closest('details, .panel')) {
    if (part instanceof HTMLDetailsElement) part.open = true;
    if (part.matches('.panel')) choose(part);
  }
  // The buttons of a choice say which of its panels is shown.
  (target.matches('.panel') ? target.parentElement : target)?.scrollIntoView();
}

/** An older address names a field by its name alone, although it is one of the answer or of a nested object. */
function fieldOfOldAddress(id: string): Element | null {
  const name = id.replace(/^body\./, '');
  return document.getElementById(name) ?? document.querySelector(`li[data-place][id$="${CSS.escape(`.${name}`)}"]`);
}

/** Sets the button that shows a panel. */
function choose(panel: Element): void {
  const box = panel.parentElement;
  const position = [...(box?.querySelectorAll(':scope > .panel') ?? [])].indexOf(panel);
  const button = box?.querySelectorAll<HTMLInputElement>(':scope > fieldset input')[position];
  if (button) button.checked = true;
}

function installExpand(details: HTMLElement): void {
  const button = details.querySelector<HTMLButtonElement>('button.expand');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    const all = [...details.querySelectorAll<HTMLDetailsElement>('.fields-section details')];
    const isOpening = all.some((each) => !each.open);
    for (const each of all) each.open = isOpening;
    button.textContent = isOpening ? 'Collapse all' : 'Expand all';
  });
}

let marked: Element | null = null;

/** Marks a field in the examples that show it. */
function mark(field: Element | null): void {
  if (field === marked) return;
  marked = field;
  for (const each of document.querySelectorAll(`.examples .${MARK}`)) each.classList.remove(MARK);
  const place = field?.getAttribute('data-place');
  const section = field?.closest('[data-shown-in]')?.getAttribute('data-shown-in');
  if (!place || (section !== 'body' && section !== 'answer')) return;
  const names = place.split('.');
  const path = names.map((name) => `[data-field="${CSS.escape(name)}"]`).join(' > ');
  const block = document.querySelector(`[data-shows="${section === 'body' ? 'request' : 'answer'}"]`);
  for (const each of block?.querySelectorAll(`code > ${path}`) ?? []) each.classList.add(MARK);
  if (section === 'body') markInPrograms(names.at(-1) ?? '', block);
  show(block);
}

/** In a program, a field is found by its name alone. */
function markInPrograms(name: string, block: Element | null): void {
  for (const token of block?.querySelectorAll('.hljs-attr, .hljs-string') ?? []) {
    if (!token.closest('[data-field]') && token.textContent?.replaceAll(/['"]/g, '') === name)
      token.classList.add(MARK);
  }
}

/** Scrolls the code, and nothing else, to the first mark that can be seen in it. */
function show(block: Element | null | undefined): void {
  for (const token of block?.querySelectorAll<HTMLElement>(`.${MARK}`) ?? []) {
    const code = token.closest('pre');
    if (!code || token.offsetParent === null) continue;
    const box = code.getBoundingClientRect();
    const { top, bottom } = token.getBoundingClientRect();
    if (top < box.top || bottom > box.bottom) code.scrollTop += top - box.top - box.height / 3;
    return;
  }
}
