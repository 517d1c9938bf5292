import type { ScreenshotView } from '../../../operator/views.js';
import { source } from '../api.js';
import { h, showItems } from '../dom.js';
import { joinParts, sizeOf, timeOf } from '../format.js';
import type { Section } from '../view.js';

export const screenshots: Section = {
  name: 'screenshots',
  title: 'Screenshots',
  open() {
    const pictures = h('ul', { class: 'pictures' });
    const empty = h('div', { class: 'empty' });
    const node = h(
      'section',
      { class: 'list', 'aria-label': 'Screenshots' },
      h('h2', {}, 'Screenshots'),
      pictures,
      empty,
    );
    const show = (list: ScreenshotView[]) => {
      showItems(
        pictures,
        list.map((each) => ({ ...each, key: each.path })),
        pictureOf,
      );
      const text = 'No screenshot of the last 24 hours. The format `screenshot` takes one, where there is a browser.';
      empty.replaceChildren(...(list.length === 0 ? [h('p', {}, text)] : []));
    };
    return { node, sources: [source('screenshots', show)], go() {} };
  },
};

function pictureOf({ path, page, bytes, at }: ScreenshotView): HTMLElement {
  return h(
    'li',
    {},
    h(
      'a',
      { href: path, target: '_blank' },
      h('img', { src: path, loading: 'lazy', alt: `Screenshot of ${page ?? 'a page'}` }),
      h('span', { class: 'title' }, page ?? 'A page'),
      h('span', { class: 'result' }, joinParts(timeOf(at), sizeOf(bytes))),
    ),
  );
}
