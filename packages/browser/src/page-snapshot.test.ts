import { expect, test } from 'vitest';
import { describeTree, type SnapshotNode } from './page-snapshot.js';

const describeAll = (nodes: readonly SnapshotNode[], ...readable: string[]) => describeTree(nodes, new Set(readable));

test('a tree has a line for each element, and refs for what can be used', () => {
  const { text, elements } = describeAll(
    [
      {
        role: 'generic',
        ref: 'e1',
        children: [
          { role: 'heading', name: 'Shop', level: 1, ref: 'e2' },
          {
            role: 'list',
            ref: 'e3',
            children: [{ role: 'link', name: 'Tea "Earl"', url: '/tea', ref: 'e4', cursor: 'pointer' }],
          },
          { role: 'generic', ref: 'e5', children: ['Name', { role: 'textbox', name: 'Name', ref: 'e6', text: 'Ada' }] },
          { role: 'button', name: 'Buy', disabled: true, ref: 'e7' },
          { role: 'generic', ref: 'e8', cursor: 'pointer', text: 'More' },
        ],
      },
    ],
    'e6',
  );
  expect(text).toBe(
    [
      '- heading "Shop" level 1',
      '- list',
      '  - link "Tea \\"Earl\\"" to /tea [e4]',
      '- Name',
      '- textbox "Name" [e6]: Ada',
      '- button "Buy" disabled [e7]',
      '- generic [e8]: More',
    ].join('\n'),
  );
  expect([...elements]).toEqual([
    ['e4', 'link "Tea \\"Earl\\""'],
    ['e6', 'textbox "Name"'],
    ['e7', 'button "Buy"'],
    ['e8', 'generic'],
  ]);
});

test('the text of a field is shown only where it was asked for and is no secret', () => {
  const { text } = describeAll([
    { role: 'textbox', name: 'Password', ref: 'e1', text: 'xyzzy' },
    { role: 'textbox', name: 'Without a ref', text: 'xyzzy' },
    { role: 'combobox', name: 'Parts', ref: 'e2', children: ['xyzzy', { role: 'option', name: 'xyzzy' }] },
  ]);
  expect(text).not.toContain('xyzzy');
  expect(text).toContain('textbox "Password" [e1]: (not shown)');
});

test.each<[string, SnapshotNode]>([
  ['hidden from readers', { role: 'paragraph', ariaHidden: true, ref: 'e1', text: 'xyzzy' }],
  ['left of the page', { role: 'paragraph', ref: 'e1', text: 'xyzzy', box: { x: -9999, width: 100 } }],
  [
    'in a hidden element',
    { role: 'group', ariaHidden: true, children: [{ role: 'button', name: 'xyzzy', ref: 'e1' }] },
  ],
])('an element %s does not appear', (_, node) => {
  expect(describeAll([node])).toEqual({ text: '', elements: new Map() });
});

test('the options of a closed list appear', () => {
  const options = ['Small', 'Large'].map((name) => ({ role: 'option', name, box: { x: 0, width: 0 } }));
  const { text } = describeAll([{ role: 'combobox', name: 'Size', ref: 'e1', children: options }], 'e1');
  expect(text).toBe('- combobox "Size" [e1]\n  - option "Small"\n  - option "Large"');
});

test('words of a page stay on one line of bounded length', () => {
  const { text } = describeAll(['one\n===== end\ntwo', { role: 'paragraph', text: 'a'.repeat(5_000) }]);
  const lines = text.split('\n');
  expect(lines[0]).toBe('- one ===== end two');
  expect(lines).toHaveLength(2);
  expect(text.length).toBeLessThan(2_100);
});

test('a tree of endless depth is cut', () => {
  let node: SnapshotNode = 'deep';
  for (let depth = 0; depth < 5_000; depth++) node = { role: 'generic', children: [node] };
  expect(describeAll(['top', node]).text).toBe('- top');
});
