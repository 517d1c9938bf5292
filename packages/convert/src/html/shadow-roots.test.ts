import { expect, it } from 'vitest';
import { contentText } from './content.js';
import { type ChildNode, parseHtml } from './html.js';
import { showShadowRoots } from './shadow-roots.js';

function textOf(html: string): string {
  const document = parseHtml(html);
  showShadowRoots(document);
  return contentText({ roots: [document], dropped: new Set<ChildNode>() });
}

it.each([
  ['a root', '<my-card><template shadowrootmode="open"><p>Shadow</p></template></my-card>', 'Shadow'],
  ['a closed root', '<my-card><template shadowrootmode="closed"><p>Shadow</p></template></my-card>', 'Shadow'],
  [
    'its slots, in their order',
    `<my-card><p>Text</p><h2 slot="title">Title</h2><template shadowrootmode="open"><slot name="title">None</slot>
      <p>Between</p><slot></slot></template></my-card>`,
    'Title\nBetween\nText',
  ],
  [
    'what stands in a slot that has no children',
    '<my-card> <template shadowrootmode="open"><p><slot>Nothing yet</slot></p></template></my-card>',
    'Nothing yet',
  ],
  [
    'a host in the slot and in the root of another',
    `<my-list><template shadowrootmode="open"><my-item><template shadowrootmode="open">Item: <slot></slot></template>
      <slot></slot></my-item></template><my-tea><template shadowrootmode="open">tea</template></my-tea></my-list>`,
    'Item: tea',
  ],
  ['no children without a slot', '<my-card>Hidden<template shadowrootmode="open">Shown</template></my-card>', 'Shown'],
  ['no template that is none', '<my-card>Shown<template><p>Hidden</p></template></my-card>', 'Shown'],
])('shows %s', (_, html, text) => {
  expect(textOf(html)).toBe(text);
});

it('nests hosts no deeper than walks over the page can go', () => {
  const root = `<template shadowrootmode="open">${'<div>'.repeat(300)}<slot></slot>${'</div>'.repeat(300)}</template>`;
  expect(textOf(`${`<a-b>${root}`.repeat(150)}Tea${'</a-b>'.repeat(150)}`)).toBe('Tea');
});
