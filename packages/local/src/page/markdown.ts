import { type Content, isBlock, shownChildren } from './content.js';
import { attribute, type ChildNode, type Element, findElement, isTag, isText, type ParentNode } from './html.js';
import { codeBlock, linkDestination } from './markdown-escape.js';
import { type InlineOptions, InlineText } from './markdown-inline.js';
import { isDataTable, tableMarkdown } from './markdown-table.js';
import { MarkdownWriter } from './markdown-writer.js';
import { isPermalink } from './permalink.js';
import { imageUrl, resolveUrl } from './urls.js';

export interface MarkdownOptions {
  /** Links and images are resolved against it. */
  readonly baseUrl: string;
  readonly removeBase64Images: boolean;
}

/** What stands for the data of an image inside the page. */
const BASE64_PLACEHOLDER = '<Base64-Image-Removed>';

/** The content as Markdown with the tables, task lists and footnotes of GitHub. */
export function toMarkdown(content: Content, options: MarkdownOptions): string {
  const walker = new Walker(content, options);
  for (const root of content.roots) {
    if (isTag(root)) walker.sequence([root]);
    else walker.blocks(root);
  }
  return walker.toString();
}

class Walker {
  readonly #content: Content;
  readonly #options: MarkdownOptions;
  readonly #writer = new MarkdownWriter();
  readonly #holdsBlocks = new Map<Element, boolean>();

  constructor(content: Content, options: MarkdownOptions) {
    this.#content = content;
    this.#options = options;
  }

  toString(): string {
    return this.#writer.toString();
  }

  /** Everything below a node: runs of text and inline elements become paragraphs between the blocks. */
  blocks(parent: ParentNode): void {
    this.sequence(shownChildren(parent, this.#content));
  }

  sequence(nodes: readonly ChildNode[]): void {
    let run: ChildNode[] = [];
    const flush = (): void => {
      if (run.length > 0) this.#writer.block(this.#inline(run));
      run = [];
    };
    for (const node of nodes) {
      if (isTag(node) && this.#isBlockLevel(node)) {
        flush();
        this.#block(node);
      } else {
        run.push(node);
      }
    }
    flush();
  }

  /** Inline elements around blocks, as in `<span><p>`, are looked through. A link stays one around what fits in it. */
  #isBlockLevel(element: Element): boolean {
    if (isBlock(element)) return true;
    let holds = this.#holdsBlocks.get(element);
    if (holds === undefined) {
      const children = shownChildren(element, this.#content);
      holds =
        element.name === 'a' && attribute(element, 'href') !== undefined
          ? findElement(element, (inner) => NOT_IN_A_LINK.has(inner.name)) !== undefined
          : children.some((child) => isTag(child) && this.#isBlockLevel(child));
      this.#holdsBlocks.set(element, holds);
    }
    return holds;
  }

  #block(element: Element): void {
    switch (element.name) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        this.#heading(element, Number(element.name.charAt(1)));
        break;
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        this.#list(element);
        break;
      case 'li':
        this.#writer.within({ marker: '- ', indent: '  ' }, () => this.blocks(element));
        break;
      case 'dl':
        this.#definitions(element);
        break;
      case 'blockquote':
        this.#writer.within({ marker: '> ', indent: '> ' }, () => this.blocks(element));
        break;
      case 'pre':
        this.#code(element);
        break;
      case 'hr':
        this.#writer.block('---');
        break;
      case 'table':
        this.#table(element);
        break;
      case 'summary':
        if (this.#hasBlockChild(element)) this.blocks(element);
        else this.#writer.block(this.#inlineWithin('**', element));
        break;
      case 'div':
        if (isCodeInLines(element)) this.#code(element);
        else this.blocks(element);
        break;
      default:
        this.blocks(element);
    }
  }

  #heading(element: Element, level: number): void {
    const text = this.#inline(shownChildren(element, this.#content), { lineBreak: ' ' });
    if (text !== '') this.#writer.block(`${'#'.repeat(level)} ${text}`);
  }

  #code(element: Element): void {
    const code = preformatted(element, this.#content).replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd();
    if (code !== '') this.#writer.block(codeBlock(code, codeLanguage(element)));
  }

  #list(list: Element): void {
    const items = shownChildren(list, this.#content).filter((child) => isTag(child) || child.type === 'text');
    const tight = items.every((item) => !isTag(item) || LISTS.has(item.name) || this.#isTightItem(item));
    let number = Number.parseInt(list.attribs.start ?? '1', 10);
    if (!Number.isSafeInteger(number) || number < 0) number = 1;
    this.#writer.within({ indent: '', tight }, () => {
      for (const item of items) {
        if (!isTag(item)) {
          this.#writer.block(this.#inline([item]));
          continue;
        }
        if (LISTS.has(item.name)) {
          // A list right in a list belongs to the item before it.
          this.#writer.within({ indent: '  ', tight }, () => this.#list(item));
          continue;
        }
        const marker = list.name === 'ol' ? `${number++}. ` : '- ';
        this.#writer.within({ marker: marker + taskMarker(item), indent: ' '.repeat(marker.length), tight }, () =>
          this.blocks(item),
        );
      }
    });
  }

  /** Text and a nested list need no blank line between them; paragraphs do. */
  #isTightItem(item: Element): boolean {
    const children = shownChildren(item, this.#content).filter((child) => !isText(child) || child.data.trim() !== '');
    const blocks = children.filter((child): child is Element => isTag(child) && this.#isBlockLevel(child));
    const paragraphs = blocks.filter((block) => !LISTS.has(block.name));
    if (paragraphs.length === 0) return true;
    return (
      paragraphs.length === 1 &&
      children[0] === paragraphs[0] &&
      FLAT.has(paragraphs[0]?.name ?? '') &&
      !this.#hasBlockChild(paragraphs[0])
    );
  }

  #hasBlockChild(element: Element | undefined): boolean {
    return (
      element !== undefined &&
      shownChildren(element, this.#content).some((child) => isTag(child) && this.#isBlockLevel(child))
    );
  }

  /** Terms are items and what they mean stands below them: the one form that nests and that every renderer knows. */
  #definitions(list: Element): void {
    const parts = shownChildren(list, this.#content).flatMap((child) =>
      isTag(child) && child.name === 'div' ? shownChildren(child, this.#content) : [child],
    );
    for (const { terms, meanings } of definitionGroups(parts)) {
      this.#writer.within({ marker: '- ', indent: '  ' }, () => {
        const names = terms.map((term) => this.#inline(shownChildren(term, this.#content)));
        this.#writer.block(names.filter((name) => name !== '').join('  \n'));
        this.sequence(meanings);
      });
    }
  }

  #table(table: Element): void {
    if (!isDataTable(table, this.#content)) {
      this.blocks(table);
      return;
    }
    const { caption, markdown } = tableMarkdown(table, this.#content, (cell) => this.#cell(cell));
    if (caption !== undefined) this.#writer.block(this.#inline(shownChildren(caption, this.#content)));
    this.#writer.block(markdown);
  }

  #cell(cell: Element): string {
    return this.#inline(shownChildren(cell, this.#content), { lineBreak: '<br>' }).replace(/\|/g, '\\|');
  }

  #inlineWithin(mark: string, element: Element): string {
    const text = new InlineText();
    text.emphasis(mark, () => this.#addAll(text, shownChildren(element, this.#content)));
    return text.toString();
  }

  #inline(nodes: readonly ChildNode[], options?: InlineOptions): string {
    const text = new InlineText(options);
    this.#addAll(text, nodes);
    return text.toString();
  }

  #addAll(text: InlineText, nodes: readonly ChildNode[]): void {
    for (const node of nodes) {
      if (isText(node)) text.text(node.data);
      else if (isTag(node)) this.#add(text, node);
    }
  }

  #add(text: InlineText, element: Element): void {
    const children = (): void => this.#addAll(text, shownChildren(element, this.#content));
    switch (element.name) {
      case 'br':
        text.lineBreak();
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
      case 'input':
        break;
      case 'li':
        text.lineBreak();
        text.markdown('- ');
        children();
        text.lineBreak();
        break;
      default:
        // Blocks where only inline content fits, such as paragraphs in a cell, become lines.
        if (isBlock(element)) text.lineBreak();
        children();
        if (isBlock(element)) text.lineBreak();
    }
  }

  /** Links end the span before them and begin one of their own: Markdown has no links in code. */
  #codeSpan(text: InlineText, element: Element): void {
    let code = '';
    const flush = (): void => {
      const collapsed = code.replace(/\s+/g, ' ');
      code = '';
      if (collapsed.startsWith(' ')) text.space();
      // Signs between two links are no code.
      if (/[\p{L}\p{N}]/u.test(collapsed) || !hasLinks) text.code(collapsed.trim());
      else text.text(collapsed);
      if (collapsed.endsWith(' ')) text.space();
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
    const hasLinks = findElement(element, ({ name }) => name === 'a') !== undefined;
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
    const url = resolveUrl(element.attribs.href, this.#options.baseUrl);
    if (isPermalink(element)) return;
    if (url === undefined) children();
    else text.link(linkDestination(url), children);
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

const NOT_IN_A_LINK = new Set(['a', 'blockquote', 'dl', 'ol', 'pre', 'table', 'ul']);
const LISTS = new Set(['ul', 'ol', 'menu', 'dir']);
const FLAT = new Set(['p', 'div']);

interface DefinitionGroup {
  readonly terms: Element[];
  readonly meanings: ChildNode[];
}

function definitionGroups(nodes: readonly ChildNode[]): DefinitionGroup[] {
  const groups: DefinitionGroup[] = [];
  for (const node of nodes) {
    let group = groups.at(-1);
    if (isTag(node) && node.name === 'dt') {
      if (group === undefined || group.meanings.length > 0) {
        group = { terms: [], meanings: [] };
        groups.push(group);
      }
      group.terms.push(node);
    } else if (isTag(node) || (isText(node) && node.data.trim() !== '')) {
      if (group === undefined) {
        group = { terms: [], meanings: [] };
        groups.push(group);
      }
      group.meanings.push(node);
    }
  }
  return groups;
}

/** The text of code, where `<br>` and blocks are the only line breaks besides the written ones. */
function preformatted(element: Element, content: Content): string {
  const parts: string[] = [];
  const collect = (parent: ParentNode): void => {
    for (const child of shownChildren(parent, content)) {
      if (isText(child)) {
        parts.push(child.data);
      } else if (isTag(child)) {
        if (child.name === 'br') parts.push('\n');
        if (isPermalink(child)) continue;
        collect(child);
        if (isBlock(child) && !(parts.at(-1) ?? '\n').endsWith('\n')) parts.push('\n');
      }
    }
  };
  collect(element);
  return parts.join('');
}

const LANGUAGE = /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*|sourceCode\s+)([\w+#.-]+)/i;
const NO_LANGUAGE = new Set(['default', 'none', 'text', 'plain', 'plaintext', 'notranslate', 'source']);

/** As highlighters write it: a class of the block, of the code in it, or of the boxes right around it. */
function codeLanguage(element: Element): string {
  const code = element.children.find((child): child is Element => isTag(child) && child.name === 'code');
  const boxes = [code, element, element.parent, element.parent?.parent];
  for (const box of boxes) {
    if (box === null || box === undefined || !isTag(box)) continue;
    const language =
      LANGUAGE.exec(box.attribs.class ?? '')?.[1] ?? box.attribs['data-lang'] ?? box.attribs['data-language'];
    if (language !== undefined) return NO_LANGUAGE.has(language.toLowerCase()) ? '' : language.toLowerCase();
  }
  return '';
}

function taskMarker(item: Element): string {
  const first = findElement(item, () => true);
  const box = first?.name === 'label' || first?.name === 'p' ? findElement(first, () => true) : first;
  if (box?.name !== 'input' || box.attribs.type !== 'checkbox') return '';
  return box.attribs.checked === undefined ? '[ ] ' : '[x] ';
}

/** Code without `pre`, as some generators write it: a box of lines. */
function isCodeInLines(element: Element): boolean {
  if (!/\b(?:fragment|code|highlight|source)\b/i.test(element.attribs.class ?? '')) return false;
  const lines = element.children.filter(isTag);
  return lines.length > 0 && lines.every(({ attribs }) => /\bline\b/.test(attribs.class ?? ''));
}
