import render from 'dom-serializer';
import { Element as ElementNode, Text } from 'domhandler';
import { findOne } from 'domutils';
import { type Content, isEmbed, shownChildren } from './content.js';
import { attribute, type ChildNode, type Document, type Element, isTag, isText } from './html.js';
import { embedUrl, imageUrl, resolveUrl } from './urls.js';

const URL_ATTRIBUTES = ['href', 'src', 'poster', 'cite'];

/** Renders the content as HTML without scripts and styles, with absolute links. */
export function cleanHtml(content: Content, document: Document, baseUrl: string): string {
  const language = attribute(
    findOne(({ name }) => name === 'html', document.children) ?? new ElementNode('html', {}),
    'lang',
  );
  const nodes = content.roots.flatMap((root) =>
    isTag(root) && root.name !== 'body'
      ? [inTable(copy(root, content, baseUrl))]
      : copyChildren(root, content, baseUrl),
  );
  const body = new ElementNode('body', {}, nodes);
  const html = new ElementNode('html', language === undefined ? {} : { lang: language }, [body]);
  return `<!DOCTYPE html>${render(html)}`;
}

/** A row that was selected alone is a table of its own, since rows have no meaning elsewhere. */
function inTable(element: Element): Element {
  return element.name === 'tr' ? new ElementNode('table', {}, [new ElementNode('tbody', {}, [element])]) : element;
}

function copyChildren(parent: Element | Document, content: Content, baseUrl: string): ChildNode[] {
  return shownChildren(parent, content).flatMap((child): ChildNode[] => {
    if (isText(child)) return [new Text(child.data)];
    if (!isTag(child) || (isEmbed(child) && embedUrl(child, baseUrl) === undefined)) return [];
    return [copy(child, content, baseUrl)];
  });
}

function copy(element: Element, content: Content, baseUrl: string): Element {
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(element.attribs)) {
    // Event handlers are scripts as well.
    if (name.startsWith('on')) continue;
    attributes[name] = URL_ATTRIBUTES.includes(name) ? (resolveUrl(value, baseUrl) ?? '') : value;
  }
  const source = isEmbed(element) ? embedUrl(element, baseUrl) : element.name === 'img' && imageUrl(element, baseUrl);
  if (source) attributes[element.name === 'object' ? 'data' : 'src'] = source;
  return new ElementNode(element.name, attributes, copyChildren(element, content, baseUrl));
}
