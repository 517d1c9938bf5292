import { expect, it } from 'vitest';
import { toMarkdown } from '../convert/convert.js';

const shown = (style: string) => toMarkdown(`<p>Tides</p><p style="${style}">High at noon.</p>`).includes('noon');

it.each([
  'display: none',
  'DISPLAY:NONE !important',
  'color: red; visibility : hidden',
  'visibility: collapse',
  'background: url(a;b); display: none',
  '/* it is */ display: /* not shown: */ none',
  'display: block; display: none',
])('%s hides', (style) => expect(shown(style)).toBe(false));

it.each([
  'backface-visibility: hidden',
  '--footer-display: none',
  '--visibility: hidden',
  'display: none; display: block',
  "content: 'display: none'",
  'background: url(x.png?display:none;)',
  'transition: visibility 0s hidden',
  'display: none-of-these',
])('%s hides nothing', (style) => expect(shown(style)).toBe(true));
