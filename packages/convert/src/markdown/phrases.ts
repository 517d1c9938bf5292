import { existsOne, findOne } from 'domutils';
import { absoluteUrl } from '../absolute-url.js';
import { type Content, isBlock, shownChildren } from '../html/content.js';
import { attribute, type ChildNode, type Element, isTag, isText, plainText, rawText } from '../html/html.js';
import { embedUrl, imageUrl, resolveUrl } from '../html/urls.js';
import { preformatted } from './code.js';
import { linkDestination } from './escape.js';
import { type Footnotes, isBacklink } from './footnotes.js';
import type { InlineText } from './inline.js';
import { isHeadingInLink, isPermalink } from './permalink.js';

export interface MarkdownOptions {
  /** Links and images are resolved against it. */
  readonly baseUrl: string;
  readonly removeBase64Images: boolean;
}

/** Replaces the data of an inline image. */
const BASE64_PLACEHOLDER = '<Base64-Image-Removed>';

/** Converts the content of one block: text, emphasis, code, links and images. */
export class Phrases {
  readonly #content: Content;
  readonly #footnotes: Footnotes;
  readonly #options: MarkdownOptions;

  constructor(content: Content, footnotes: Footnotes, options: MarkdownOptions) {
    this.#content = content;
    this.#footnotes = footnotes;
    this.#options = options;
  }

  addAll(text: InlineText, nodes: readonly ChildNode[]): void {
    for (const node of nodes) {
      if (isText(node)) text.text(node.data);
      else if (isTag(node)) this.#add(text, node);
    }
  }

  #add(text: InlineText, element: Element): void {
    const children = (): void => this.addAll(text, shownChildren(element, this.#content));
    if (this.#footnotes.isNote(element)) return;
    const label = this.#footnotes.labelAt(element);
    if (label !== undefined) {
      text.markdown(`[^${label}]`);
      return;
    }
    switch (element.name) {
      case 'br':
        text.hardBreak();
        break;
      case 'b':
      case 'strong':
        text.emphasis('**', children);
        break;
      case 'i':
      case 'em':
      case 'var':
      case 'dfn':
      case 'cite':
        text.emphasis('*', children);
        break;
      case 'del':
      case 's':
      case 'strike':
        text.emphasis('~~', children);
        break;
      case 'code':
      case 'tt':
      case 'samp':
      case 'kbd':
        this.#codeSpan(text, element);
        break;
      case 'pre':
        this.#codeLines(text, element);
        break;
      case 'a':
        this.#link(text, element, children);
        break;
      case 'img':
        this.#image(text, element);
        break;
      case 'frame':
      case 'iframe':
      case 'object':
      case 'embed':
      case 'audio':
      case 'video':
        this.#embed(text, element);
        break;
      case 'sup':
      case 'sub':
        this.#raised(text, element, children);
        break;
      case 'math':
        this.#formula(text, element, children);
        break;
      case 'input':
        break;
      case 'li':
        text.lineBreak();
        text.markdown('- ');
        children();
        text.lineBreak();
        break;
      default:
        // Blocks become lines where Markdown allows only inline content, such as in a cell.
        if (isBlock(element)) text.lineBreak();
        children();
        if (isBlock(element)) text.lineBreak();
    }
  }

  /** Keeps the HTML tag: Markdown has no superscript, and 10<sup>6</sup> is not 106. References that are links need no tag. */
  #raised(text: InlineText, element: Element, children: () => void): void {
    const holdsLink = existsOne(({ name }) => name === 'a', element.children);
    if (holdsLink || plainText(element) === '') {
      children();
      return;
    }
    text.markdown(`<${element.name}>`);
    children();
    text.markdown(`</${element.name}>`);
  }

  /** Writes a formula in TeX, where the page has it. */
  #formula(text: InlineText, element: Element, children: () => void): void {
    const source = findOne(
      ({ name, attribs }) => name === 'annotation' && /tex/i.test(attribs.encoding ?? ''),
      element.children,
    );
    const formula = (source === null ? attribute(element, 'alttext') : rawText(source))?.trim();
    if (formula === undefined || formula === '') children();
    else text.markdown(element.attribs.display === 'block' ? `$$${formula}$$` : `$${formula}$`);
  }

  /** Splits a code span at each link, because Markdown has no links in code. */
  #codeSpan(text: InlineText, element: Element): void {
    let code = '';
    const flush = (): void => {
      const codeText = code.replace(/\s+/g, ' ');
      code = '';
      if (codeText.startsWith(' ')) text.space();
      // Punctuation between two links is not code.
      if (/[\p{L}\p{N}]/u.test(codeText) || !hasLinks) text.code(codeText.trim());
      else text.text(codeText);
      if (codeText.endsWith(' ')) text.space();
    };
    const collect = (parent: Element): void => {
      for (const child of shownChildren(parent, this.#content)) {
        if (isText(child)) {
          code += child.data;
        } else if (isTag(child)) {
          const url = child.name === 'a' ? resolveUrl(child.attribs.href, this.#options.baseUrl) : undefined;
          if (child.name === 'img') this.#image(text, child);
          else if (child.name === 'br') code += ' ';
          else if (url === undefined) collect(child);
          else {
            flush();
            text.link(linkDestination(url), () => {
              collect(child);
              flush();
            });
          }
        }
      }
    };
    const hasLinks = existsOne(({ name }) => name === 'a', element.children);
    collect(element);
    flush();
  }

  #codeLines(text: InlineText, element: Element): void {
    text.lineBreak();
    for (const line of preformatted(element, this.#content).split(/\r?\n/)) {
      if (line.trim() === '') continue;
      text.code(line.trimEnd());
      text.lineBreak();
    }
  }

  #link(text: InlineText, element: Element, children: () => void): void {
    if (isPermalink(element) || isBacklink(element, plainText(element)) || this.#footnotes.leadsBack(element)) return;
    const url = isHeadingInLink(element) ? undefined : resolveUrl(element.attribs.href, this.#options.baseUrl);
    if (url === undefined) children();
    else text.link(linkDestination(url), children);
  }

  /** Markdown shows no other documents: it links to them. */
  #embed(text: InlineText, element: Element): void {
    const url = embedUrl(element, this.#options.baseUrl);
    if (url === undefined) return;
    const { name } = element;
    const title = attribute(element, 'title') ?? attribute(element, 'aria-label');
    const label = title ?? (name === 'frame' ? attribute(element, 'name') : undefined) ?? hostOrAddress(url);
    text.lineBreak();
    text.link(linkDestination(url), () => text.text(label));
    text.lineBreak();
  }

  #image(text: InlineText, element: Element): void {
    const alt = (attribute(element, 'alt') ?? '').replace(/\s+/g, ' ').replace(/[[\]\\]/g, '\\$&');
    const url = imageUrl(element, this.#options.baseUrl);
    if (url === undefined) return;
    const destination =
      url.startsWith('data:') && this.#options.removeBase64Images ? BASE64_PLACEHOLDER : linkDestination(url);
    text.markdown(`![${alt}](${destination})`);
  }
}

/** What names a document without a title. A relative address has no host. */
function hostOrAddress(url: string): string {
  const absolute = absoluteUrl(url);
  return absolute === undefined ? url : new URL(absolute).hostname;
}
