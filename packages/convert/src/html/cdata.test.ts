import { expect, it } from 'vitest';
import { toMarkdown } from '../convert/convert.js';

it.each([
  ['in the body', '<body>\n<![CDATA[\n<div class="a"></div><p>Tea</p></body>'],
  ['again and again', '<![CDATA[><p>Tea</p><![CDATA[>'],
  ['behind a script that has one', '<script>//<![CDATA[\nx("<p>")\n//]]></script><![CDATA[><p>Tea</p>'],
  ['behind a comment that has one', '<!-- <![CDATA[ --><![CDATA[><p>Tea</p>'],
  ['in a drawing, where it is text', '<p>Tea</p><svg><style><![CDATA[ p > a {} ]]></style></svg>'],
])('a section for XML hides no more of a page than it does in a browser: %s', (_, html) => {
  expect(toMarkdown(html)).toBe('Tea');
});
