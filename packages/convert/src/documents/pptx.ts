import type { Element } from 'domhandler';
import { getElementsByTagName } from 'domutils';
import { escapeAttribute, escapeText } from 'entities';
import { ConvertError } from '../page/convert-error.js';
import { unpack } from './archive.js';
import { DocumentBudget } from './budget.js';
import type { ReadDocument } from './document.js';
import { documentHtml, tableOf } from './document-html.js';
import { factsOf } from './dublin-core.js';
import { chartHtml, diagramHtml } from './office-graphics.js';
import { OfficeParts, type Relations } from './office-parts.js';
import { bulletsOf, type ShapeBullets } from './pptx-bullets.js';
import { childElements, ownText } from './xml.js';

const PRESENTATION = 'ppt/presentation.xml';
const TITLES = new Set(['title', 'ctrTitle']);
/** Placeholders that repeat on every slide: its number, the date and the footer. */
const FRAMES = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

/** Reads the slides of a presentation in their order: titles, texts, lists, tables, charts, diagrams and notes. */
export function readPptx(body: Uint8Array, budget = new DocumentBudget(body.length)): ReadDocument {
  const archive = unpack(body, budget, (name) => /^(ppt|docProps)\/.*\.(xml|rels)$/.test(name));
  const parts = new OfficeParts(archive, budget);
  const presentation = parts.read(PRESENTATION);
  if (!presentation) throw new ConvertError('unreadable', 'The file is no presentation, or it is encrypted.');
  const relations = parts.relationsOf(PRESENTATION);
  const slides = presentation('p:sldId').map(({ attribs }) => {
    const html = slideHtml(parts, relations.get(attribs['r:id'] ?? '')?.path);
    budget.spend('character', html.length);
    return html;
  });
  return { html: documentHtml(slides.join(''), factsOf(archive['docProps/core.xml'], budget)) };
}

function slideHtml(parts: OfficeParts, path: string | undefined): string {
  const slide = path === undefined ? undefined : parts.read(path);
  if (path === undefined || !slide) return '';
  const relations = parts.relationsOf(path);
  const bulletsOfShape = bulletsOf(parts, relations);
  const html = outermost(slide('p:sld')[0], (name) => DRAWN.has(name))
    .map((shape) => {
      if (shape.name === 'p:sp') return shapeHtml(shape, relations, bulletsOfShape(shape));
      if (shape.name === 'p:pic') return pictureHtml(shape);
      return graphicHtml(shape, parts, relations);
    })
    .join('');
  return html + notesHtml(parts, relations);
}

const DRAWN = new Set(['p:sp', 'p:pic', 'p:graphicFrame', 'a:tbl']);

/** The elements with some names, without those inside of another: a file nested too deep for the stack is read as well. */
function outermost(root: Element | undefined, isWanted: (name: string) => boolean): Element[] {
  const found: Element[] = [];
  const waiting = root ? [root] : [];
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    // Programs that cannot draw something draw the fallback, which is the same again.
    if (element.name === 'mc:Fallback') continue;
    if (isWanted(element.name)) found.push(element);
    else waiting.push(...childElements(element).toReversed());
  }
  return found;
}

function shapeHtml(shape: Element, relations: Relations, bullets: ShapeBullets): string {
  const type = getElementsByTagName('p:ph', shape, true, 1)[0]?.attribs.type;
  if (type !== undefined && FRAMES.has(type)) return '';
  const paragraphs = paragraphsOf(shape, relations);
  if (type !== undefined && TITLES.has(type)) {
    return paragraphs.length > 0 ? `<h2>${paragraphs.map(({ html }) => html).join('<br>')}</h2>` : '';
  }
  return listsHtml(paragraphs.map(({ element, html }) => ({ html, ...bullets(element) })));
}

interface Item {
  readonly html: string;
  readonly list: 'ul' | 'ol' | undefined;
  readonly level: number;
}

/** Paragraphs, of which those with a bullet or a number become lists. */
function listsHtml(items: readonly Item[]): string {
  const parts: string[] = [];
  const open: ('ul' | 'ol')[] = [];
  const close = (depth: number) => {
    while (open.length > depth) parts.push(`</li></${open.pop()}>`);
  };
  for (const { html, list, level } of items) {
    if (!list) {
      close(0);
      parts.push(`<p>${html}</p>`);
      continue;
    }
    // A level that was left out is none.
    const depth = Math.min(level + 1, open.length + 1);
    close(depth);
    if (open.length === depth && open.at(-1) !== list) close(depth - 1);
    if (open.length === depth) parts.push('</li>');
    else {
      parts.push(`<${list}>`);
      open.push(list);
    }
    parts.push(`<li>${html}`);
  }
  close(0);
  return parts.join('');
}

/** A picture that says what it shows. */
function pictureHtml(picture: Element): string {
  const alt = getElementsByTagName('p:cNvPr', picture, true, 1)[0]?.attribs.descr?.trim();
  return alt ? `<p><img alt="${escapeAttribute(alt)}"></p>` : '';
}

/** A table, a chart or a diagram. */
function graphicHtml(frame: Element, parts: OfficeParts, relations: Relations): string {
  const [table] = frame.name === 'a:tbl' ? [frame] : getElementsByTagName('a:tbl', frame, true, 1);
  if (table) {
    const rows = childElements(table, 'a:tr').map((row) =>
      childElements(row, 'a:tc').map((cell) =>
        paragraphsOf(cell, relations)
          .map(({ html }) => html)
          .join('<br>'),
      ),
    );
    return tableOf(rows, parts.budget, rows.length > 1);
  }
  const partOf = (name: string, attribute: string) => {
    const [reference] = getElementsByTagName(name, frame, true, 1);
    const path = relations.get(reference?.attribs[attribute] ?? '')?.path;
    return path === undefined ? undefined : parts.read(path);
  };
  const chart = partOf('c:chart', 'r:id');
  if (chart) return chartHtml(chart, parts.budget);
  const diagram = partOf('dgm:relIds', 'r:dm');
  return diagram ? diagramHtml(diagram) : '';
}

/** What the speaker noted, under a heading of its own. */
function notesHtml(parts: OfficeParts, relations: Relations): string {
  const target = [...relations.values()].find(({ type }) => type.endsWith('/notesSlide'));
  const notes = target && parts.read(target.path);
  if (!notes || !target) return '';
  const links = parts.relationsOf(target.path);
  const paragraphs = notes('p:sp')
    .filter((shape) => getElementsByTagName('p:ph', shape, true, 1)[0]?.attribs.type === 'body')
    .flatMap((shape) => paragraphsOf(shape, links));
  return paragraphs.length > 0 ? `<h3>Notes</h3>${paragraphs.map(({ html }) => `<p>${html}</p>`).join('')}` : '';
}

/** The paragraphs that are not empty, with their HTML. */
function paragraphsOf(parent: Element, relations: Relations): { element: Element; html: string }[] {
  return getElementsByTagName('a:p', parent)
    .map((element) => ({
      element,
      html: childElements(element)
        .map((run) => runHtml(run, relations))
        .join('')
        .trim(),
    }))
    .filter(({ html }) => html !== '');
}

function runHtml(run: Element, relations: Relations): string {
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
  const href = relations.get(link?.attribs['r:id'] ?? '')?.target;
  // A link to another slide has no URL.
  return href && /^(?:https?|mailto):/i.test(href) ? `<a href="${escapeAttribute(href)}">${html}</a>` : html;
}
