import type { Element } from 'domhandler';
import { getElementsByTagName } from 'domutils';
import { escapeAttribute, escapeText } from 'entities';
import { ConvertError } from '../page/convert-error.js';
import { type Archive, unpack } from './archive.js';
import type { ReadDocument } from './document.js';
import { documentHtml, tableOf } from './document-html.js';
import { factsOf } from './dublin-core.js';
import { childElements, ownText, pathFrom, xmlPart } from './xml.js';

const PRESENTATION = 'ppt/presentation.xml';
const TITLES = new Set(['title', 'ctrTitle']);
/** Placeholders that repeat on every slide: its number, the date and the footer. */
const FRAMES = new Set(['sldNum', 'dt', 'ftr', 'hdr']);

type Links = ReadonlyMap<string, string>;

/** Reads the slides of a presentation in their order: titles, texts and tables. */
export function readPptx(body: Uint8Array): ReadDocument {
  const archive = unpack(body, (name) => /^(ppt|docProps)\/.*\.(xml|rels)$/.test(name));
  const presentation = xmlPart(archive, PRESENTATION);
  if (!presentation) throw new ConvertError('unreadable', 'The file is no presentation, or it is encrypted.');
  const targets = relationsOf(archive, PRESENTATION);
  const slides = presentation('p:sldId').flatMap(({ attribs }) => {
    const target = targets.get(attribs['r:id'] ?? '');
    return target === undefined ? [] : [slideHtml(archive, pathFrom(PRESENTATION, target))];
  });
  return { html: documentHtml(slides.join(''), factsOf(archive['docProps/core.xml'])) };
}

/** Returns the targets of the references of a part, by their ids. */
function relationsOf(archive: Archive, path: string): Links {
  const relations = xmlPart(archive, path.replace(/[^/]+$/, '_rels/$&.rels'))?.('Relationship') ?? [];
  return new Map(relations.map(({ attribs }) => [attribs.Id ?? '', attribs.Target ?? '']));
}

function slideHtml(archive: Archive, path: string): string {
  const slide = xmlPart(archive, path);
  if (!slide) return '';
  const links = relationsOf(archive, path);
  return slide((name) => name === 'p:sp' || name === 'a:tbl')
    .map((shape) => (shape.name === 'a:tbl' ? tableHtml(shape, links) : shapeHtml(shape, links)))
    .join('');
}

function shapeHtml(shape: Element, links: Links): string {
  const type = getElementsByTagName('p:ph', shape, true, 1)[0]?.attribs.type;
  if (type !== undefined && FRAMES.has(type)) return '';
  const paragraphs = paragraphsOf(shape, links);
  if (type !== undefined && TITLES.has(type)) {
    return paragraphs.length > 0 ? `<h2>${paragraphs.join('<br>')}</h2>` : '';
  }
  return paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('');
}

function tableHtml(table: Element, links: Links): string {
  const rows = childElements(table, 'a:tr').map((row) =>
    childElements(row, 'a:tc').map((cell) => paragraphsOf(cell, links).join('<br>')),
  );
  return tableOf(rows, rows.length > 1);
}

/** The paragraphs that are not empty, as HTML. */
function paragraphsOf(parent: Element, links: Links): string[] {
  return getElementsByTagName('a:p', parent)
    .map((paragraph) =>
      childElements(paragraph)
        .map((run) => runHtml(run, links))
        .join('')
        .trim(),
    )
    .filter((html) => html !== '');
}

function runHtml(run: Element, links: Links): string {
  if (run.name === 'a:br') return '<br>';
  const text = childElements(run, 'a:t')
    .map((node) => escapeText(ownText(node)))
    .join('');
  const [properties] = childElements(run, 'a:rPr');
  if (text.trim() === '' || !properties) return text;
  const { b, i } = properties.attribs;
  const italicText = i === '1' ? `<em>${text}</em>` : text;
  const html = b === '1' ? `<strong>${italicText}</strong>` : italicText;
  const [link] = childElements(properties, 'a:hlinkClick');
  const href = links.get(link?.attribs['r:id'] ?? '');
  // A link to another slide has no URL.
  return href && /^https?:/i.test(href) ? `<a href="${escapeAttribute(href)}">${html}</a>` : html;
}
