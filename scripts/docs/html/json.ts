import { escapeHtml } from '../../site/html.js';
import type { Json } from '../openapi.js';

/** JSON with colours, in which each field can be found by its name: a field within another stands within its element. */
export function jsonHtml(value: Json, indentation = ''): string {
  const inner = `${indentation}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((each) => inner + jsonHtml(each, inner)).join(',\n')}\n${indentation}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, each]) => each !== undefined);
    if (entries.length === 0) return '{}';
    const fields = entries.map(([name, each = null]) => {
      const key = `<span class="hljs-attr">${escapeHtml(JSON.stringify(name))}</span>`;
      return `${inner}<span data-field="${escapeHtml(name)}">${key}: ${jsonHtml(each, inner)}</span>`;
    });
    return `{\n${fields.join(',\n')}\n${indentation}}`;
  }
  const kind = typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'literal';
  return `<span class="hljs-${kind}">${escapeHtml(JSON.stringify(value))}</span>`;
}
