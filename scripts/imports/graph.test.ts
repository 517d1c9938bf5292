import { expect, test } from 'vitest';
import { type Graph, mermaid, reduced } from './graph.js';

const graph = (arrows: Record<string, string[]>): Graph =>
  new Map(Object.entries(arrows).map(([name, targets]) => [name, new Set(targets)]));

test('an arrow that two others imply is left out', () => {
  const arrows = { routes: ['crawl', 'web', 'store'], crawl: ['web'], web: ['store'], store: [] };
  expect(reduced(graph(arrows))).toEqual(graph({ routes: ['crawl'], crawl: ['web'], web: ['store'], store: [] }));
});

test('a drawing has its boxes in the order given, and draws nobody who has no arrow', () => {
  expect(mermaid(graph({ end: ['a-b'] }), ['a-b', 'c', 'end'])).toBe(
    ['```mermaid', 'flowchart TD', '  _a_b["a-b"]', '  _end["end"]', '  _end --> _a_b', '```'].join('\n'),
  );
});
