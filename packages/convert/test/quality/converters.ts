import { Readability } from '@mozilla/readability';
import { gfm } from '@truto/turndown-plugin-gfm';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { NodeHtmlMarkdown } from 'node-html-markdown';
import Turndown from 'turndown';
import { convert } from '../../src/convert/convert.js';
import { contentText } from '../../src/html/content.js';
import { parseHtml } from '../../src/html/html.js';

export interface Conversion {
  /** The main content as text. */
  readonly text: string | undefined;
  readonly markdown: string;
}

/** Converts HTML to Markdown. */
export interface Converter {
  readonly name: string;
  convert(html: string, url: string): Promise<Conversion> | Conversion;
}

const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
turndown.use(gfm);
turndown.remove(['script', 'style']);

export const CONVERTERS: readonly Converter[] = [
  {
    name: 'this package',
    async convert(html, url) {
      return convert(html, { url, contentType: 'text/html', formats: ['text', 'markdown'] });
    },
  },
  {
    name: 'Readability, then turndown with gfm',
    convert(html) {
      const { document } = parseHTML(html);
      const article = new Readability(document as unknown as ConstructorParameters<typeof Readability>[0]).parse();
      return { text: article?.textContent ?? '', markdown: turndown.turndown(article?.content ?? '') };
    },
  },
  {
    name: 'Defuddle, then turndown with gfm',
    async convert(html, url) {
      const { document } = parseHTML(html);
      const { content } = await Defuddle(document as unknown as Parameters<typeof Defuddle>[0], url, {
        useAsync: false,
      });
      const text = contentText({ roots: [parseHtml(content)], dropped: new Set() });
      return { text, markdown: turndown.turndown(content) };
    },
  },
  {
    name: 'turndown with gfm, whole page',
    convert: (html) => ({ text: undefined, markdown: turndown.turndown(html) }),
  },
  {
    name: 'node-html-markdown, whole page',
    convert: (html) => ({ text: undefined, markdown: NodeHtmlMarkdown.translate(html) }),
  },
];
