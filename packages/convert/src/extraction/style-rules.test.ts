import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/html.js';
import { pageStyles } from './style-rules.js';

const rulesOf = (css: string) => pageStyles(parseHtml(`<style>${css}</style>`), '').rules;

describe('the rules of a page', () => {
  it('leave comments out, also one without an end', () => {
    const rules = rulesOf('/* one */ a { color: red; /* b { } */ margin: 0 } b, i { color: blue } /* c { color: red }');
    expect(rules.map(({ selector, declarations }) => [selector, Object.fromEntries(declarations)])).toEqual([
      ['a', { color: 'red', margin: '0' }],
      ['b', { color: 'blue' }],
      ['i', { color: 'blue' }],
    ]);
  });

  // The engine once built the text anew for each character, and only after it had optimized the loop.
  it('are read in linear time, also after many style sheets in one process', () => {
    const rule = '.a { color: red }\n';
    const start = process.cpuUsage();
    for (let count = 600; count < 20_000; count += 600) {
      expect(rulesOf(`${rule.repeat(count)}/* the end */ .b { color: blue }`)).toHaveLength(count + 1);
      expect(process.cpuUsage(start).user / 1e6, `seconds, ${count} rules`).toBeLessThan(5);
    }
  });

  it('are those of layers and of all screens as well, and not those of some', () => {
    const css = `@layer base { :root { --a: 1 } @layer deep { b { color: blue } } }
      @media (min-width: 9px) { c { color: red } } @media screen { d { color: green } }
      @font-face { font-family: X } @layer one, two; e { color: red }`;
    expect(rulesOf(css).map(({ selector }) => selector)).toEqual([':root', 'b', 'd', 'e']);
  });
});
