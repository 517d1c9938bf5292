import type { Element } from 'domhandler';
import { getElementsByTagName } from 'domutils';
import { escapeText } from 'entities';
import type { DocumentBudget } from './budget.js';
import { tableOf } from './document-html.js';
import { childElements, ownText, type XmlPart } from './xml.js';

/** The title and the data of a chart: a row for each category, a column for each series. */
export function chartHtml(chart: XmlPart, budget: DocumentBudget): string {
  const series = chart('c:ser').map((element) => {
    const [name] = childElements(element, 'c:tx').flatMap((text) => getElementsByTagName('c:v', text, true, 1));
    const [categories] = [...childElements(element, 'c:cat'), ...childElements(element, 'c:xVal')];
    const [values] = [...childElements(element, 'c:val'), ...childElements(element, 'c:yVal')];
    return { name: name ? ownText(name) : '', categories: pointsOf(categories), values: pointsOf(values) };
  });
  const categories = new Map(series.flatMap((one) => [...one.categories]));
  const indexes = [...new Set(series.flatMap(({ values }) => [...values.keys()]).concat(...categories.keys()))];
  budget.spend('cell', indexes.length * series.length);
  const rows = indexes
    .toSorted((a, b) => a - b)
    .map((index) => [categories.get(index) ?? '', ...series.map(({ values }) => values.get(index) ?? '')]);
  const [titleElement] = chart('c:title');
  const title = titleElement ? textOf(titleElement, 'a:t') : '';
  const heading = title === '' ? '' : `<p><strong>${escapeText(title)}</strong></p>`;
  if (rows.length === 0) return heading;
  const table = [['', ...series.map(({ name }) => name)], ...rows].map((row) => row.map((cell) => escapeText(cell)));
  return heading + tableOf(table, budget, true);
}

/** The points of a series by their numbers. */
function pointsOf(parent: Element | undefined): Map<number, string> {
  const points = parent ? getElementsByTagName('c:pt', parent) : [];
  return new Map(
    points.map((point, index) => {
      const [value] = childElements(point, 'c:v');
      return [Number(point.attribs.idx ?? index), value ? ownText(value) : ''];
    }),
  );
}

const textOf = (parent: Element, name: string) => getElementsByTagName(name, parent).map(ownText).join('').trim();

/** The texts of a diagram as a list, nested as the diagram connects them. */
export function diagramHtml(diagram: XmlPart): string {
  const points = new Map(diagram('dgm:pt').map((point) => [point.attribs.modelId ?? '', point]));
  const children = new Map<string, { readonly id: string; readonly order: number }[]>();
  const hasParent = new Set<string>();
  for (const { attribs } of diagram('dgm:cxn')) {
    if ((attribs.type ?? 'parOf') !== 'parOf') continue;
    const { srcId = '', destId = '', srcOrd } = attribs;
    const siblings = children.get(srcId) ?? [];
    siblings.push({ id: destId, order: Number(srcOrd) || 0 });
    children.set(srcId, siblings);
    hasParent.add(destId);
  }
  const seen = new Set<string>();
  const list = (ids: readonly string[], depth: number): string => {
    const items = ids.flatMap((id) => {
      const point = points.get(id);
      // Connections in a circle end here.
      if (!point || seen.has(id) || depth > MAX_DEPTH) return [];
      seen.add(id);
      const [body] = childElements(point, 'dgm:t');
      const text = body
        ? getElementsByTagName('a:p', body)
            .map((one) => textOf(one, 'a:t'))
            .filter(Boolean)
            .join(' ')
        : '';
      const below = (children.get(id) ?? []).toSorted((a, b) => a.order - b.order).map((child) => child.id);
      const inside = list(below, depth + 1);
      if (text === '') return inside === '' ? [] : [inside.replace(/^<ul>|<\/ul>$/g, '')];
      return [`<li>${escapeText(text)}${inside}</li>`];
    });
    return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
  };
  return list(
    [...points.keys()].filter((id) => !hasParent.has(id)),
    0,
  );
}

/** No diagram has so many levels. */
const MAX_DEPTH = 50;
