import { existsOne } from 'domutils';
import { codeLanguage } from '../html/code-language.js';
import { type Content, isBlock, shownChildren } from '../html/content.js';
import { ITEM_LISTS } from '../html/element-names.js';
import { attribute, type ChildNode, type Element, isTag, isText, type ParentNode } from '../html/html.js';
import { isDataTable, rowsOf } from '../html/table-rows.js';
import { isCodeInLines, preformatted } from './code.js';
import { codeBlock, linkDestination } from './escape.js';
import { Footnotes, isLabelOfNote } from './footnotes.js';
import { type InlineOptions, InlineText, plainMarkdown } from './inline.js';
import { type MarkdownOptions, Phrases } from './phrases.js';
import { tableMarkdown } from './table.js';
import { MarkdownWriter } from './writer.js';

/** An image by its address alone. */
export function imageMarkdown(url: string): string {
  return `![](${linkDestination(url)})`;
}

/** Converts the content to Markdown with the tables, task lists and footnotes of GitHub. */
export function toMarkdown(content: Content, options: MarkdownOptions): string {
  const walker = new Walker(content, options);
  for (const root of content.roots) {
    if (isTag(root)) walker.sequence([root]);
    else walker.blocks(root);
  }
  walker.footnotes();
  return walker.toString();
}

class Walker {
  readonly #content: Content;
  readonly #phrases: Phrases;
  readonly #writer = new MarkdownWriter();
  readonly #holdsBlocks = new Map<Element, boolean>();
  readonly #footnotes: Footnotes;

  constructor(content: Content, options: MarkdownOptions) {
    this.#content = content;
    this.#footnotes = new Footnotes(content);
    this.#phrases = new Phrases(content, this.#footnotes, options);
  }

  toString(): string {
    return this.#writer.toString();
  }

  /** Writes everything below a node: runs of text and inline elements between blocks become paragraphs. */
  blocks(parent: ParentNode): void {
    this.sequence(shownChildren(parent, this.#content));
  }

  sequence(nodes: readonly ChildNode[]): void {
    if (nodes.every((node) => !isTag(node) || !this.#isBlockLevel(node))) {
      if (nodes.length > 0) this.#writer.block(this.#inline(nodes));
      return;
    }
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

  /** An inline element with a block inside, such as `<span><p>`, counts as a block; a link only if Markdown cannot put its content in a link. */
  #isBlockLevel(element: Element): boolean {
    if (isBlock(element)) return true;
    if (!element.children.some(isTag)) return false;
    let holds = this.#holdsBlocks.get(element);
    if (holds === undefined) {
      const children = shownChildren(element, this.#content);
      holds =
        element.name === 'a' && attribute(element, 'href') !== undefined
          ? existsOne((inner) => NOT_IN_A_LINK.has(inner.name), element.children)
          : children.some((child) => isTag(child) && this.#isBlockLevel(child));
      this.#holdsBlocks.set(element, holds);
    }
    return holds;
  }

  /** Writes the notes at the end, wherever the page has them. */
  footnotes(): void {
    for (const [note, label] of this.#footnotes.entries()) {
      this.#writer.within({ marker: `[^${label}]: `, indent: '    ' }, () => {
        const parts = shownChildren(note, this.#content);
        const first = parts.find((part) => !isText(part) || part.data.trim() !== '');
        const label = first !== undefined && isTag(first) && isLabelOfNote(first) ? first : undefined;
        this.sequence(parts.filter((part) => part !== label));
      });
    }
  }

  #block(element: Element): void {
    if (this.#footnotes.isNote(element)) return;
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
    const items = shownChildren(list, this.#content).filter((item) => !isTag(item) || !this.#footnotes.isNote(item));
    const tight = items.every((item) => !isTag(item) || ITEM_LISTS.has(item.name) || this.#isTightItem(item));
    const numbers = itemNumbers(list, items);
    this.#writer.within({ indent: '', tight }, () => {
      for (const item of items) {
        if (!isTag(item)) {
          this.#writer.block(this.#inline([item]));
          continue;
        }
        if (ITEM_LISTS.has(item.name)) {
          // A list directly inside a list belongs to the item before it.
          this.#writer.within({ indent: '  ', tight }, () => this.#list(item));
          continue;
        }
        const number = numbers.get(item);
        const marker = number === undefined ? '- ' : `${number}. `;
        this.#writer.within({ marker: marker + taskMarker(item), indent: ' '.repeat(marker.length), tight }, () =>
          this.blocks(item),
        );
      }
    });
  }

  /** Whether an item needs no blank lines: it has text, or one plain paragraph, and nested lists only. */
  #isTightItem(item: Element): boolean {
    // An item without elements has nothing to look at, as many have.
    if (!item.children.some(isTag)) return true;
    const children = shownChildren(item, this.#content).filter((child) => !isText(child) || child.data.trim() !== '');
    const blocks = children.filter((child): child is Element => isTag(child) && this.#isBlockLevel(child));
    const paragraphs = blocks.filter((block) => !ITEM_LISTS.has(block.name));
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

  /** Writes terms as list items with their definitions below: every renderer supports this form, and it nests. */
  #definitions(list: Element): void {
    const parts = shownChildren(list, this.#content).flatMap((child) =>
      isTag(child) && child.name === 'div' ? shownChildren(child, this.#content) : [child],
    );
    for (const { terms, meanings } of definitionGroups(parts)) {
      this.#writer.within({ marker: '- ', indent: '  ' }, () => {
        const names = new InlineText();
        for (const term of terms) {
          this.#phrases.addAll(names, shownChildren(term, this.#content));
          names.lineBreak();
        }
        this.#writer.block(names.toString());
        this.sequence(meanings);
      });
    }
  }

  #table(table: Element): void {
    const content = this.#footnotes.withoutNotes(this.#content);
    const rows = rowsOf(table, content);
    if (!isDataTable(table, rows)) {
      this.blocks(table);
      return;
    }
    const caption = shownChildren(table, content).find(
      (child): child is Element => isTag(child) && child.name === 'caption',
    );
    const markdown = tableMarkdown(rows, (cell) => this.#cell(cell));
    if (caption !== undefined) this.#writer.block(this.#inline(shownChildren(caption, this.#content)));
    this.#writer.block(markdown);
  }

  #cell(cell: Element): string {
    return this.#inline(shownChildren(cell, this.#content), { lineBreak: '<br>' }).replace(/\|/g, '\\|');
  }

  #inlineWithin(mark: string, element: Element): string {
    const text = new InlineText();
    text.emphasis(mark, () => this.#phrases.addAll(text, shownChildren(element, this.#content)));
    return text.toString();
  }

  #inline(nodes: readonly ChildNode[], options?: InlineOptions): string {
    const [only] = nodes;
    const plain = nodes.length === 1 && only && isText(only) ? plainMarkdown(only.data, options) : undefined;
    if (plain !== undefined) return plain;
    const text = new InlineText(options);
    this.#phrases.addAll(text, nodes);
    return text.toString();
  }
}

const NOT_IN_A_LINK = new Set(['a', 'blockquote', 'dl', 'ol', 'pre', 'table', 'ul']);
const FLAT = new Set(['p', 'div']);

/** Terms that share the same definitions. */
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

/** The numbers of the items of a list, as a browser counts them. Markdown has no negative ones. */
function itemNumbers(list: Element, nodes: readonly ChildNode[]): ReadonlyMap<Element, number> {
  const numbers = new Map<Element, number>();
  if (list.name !== 'ol') return numbers;
  const items = nodes.filter(isTag).filter(({ name }) => !ITEM_LISTS.has(name));
  const step = list.attribs.reversed === undefined ? 1 : -1;
  let number = wholeNumber(list.attribs.start) ?? (step === 1 ? 1 : items.length);
  for (const item of items) {
    number = wholeNumber(item.attribs.value) ?? number;
    numbers.set(item, Math.max(0, number));
    number += step;
  }
  return numbers;
}

/** A number that Markdown takes for one of an item: it has nine digits at most. */
function wholeNumber(text: string | undefined): number | undefined {
  const [digits] = /^\s*\d{1,9}(?!\d)/.exec(text ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The Markdown for the checkbox of a task. */
function taskMarker(item: Element): string {
  const first = item.children.find(isTag);
  const box = first?.name === 'label' || first?.name === 'p' ? first.children.find(isTag) : first;
  if (box?.name !== 'input' || box.attribs.type !== 'checkbox') return '';
  return box.attribs.checked === undefined ? '[ ] ' : '[x] ';
}
