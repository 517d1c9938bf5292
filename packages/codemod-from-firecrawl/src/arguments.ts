import type { CallExpression, Node, ObjectExpression, ObjectProperty } from '@babel/types';
import type { Form } from './methods.js';

/** Thrown where a call cannot be rewritten; its message says why. */
export class ByHand extends Error {}

/** The text of the arguments of a call in their new form. */
export function newArguments(call: CallExpression, form: Form, textOf: (node: Node) => string): string {
  const args = call.arguments;
  const texts = args.map(textOf);
  if (form.kind === 'by-hand') throw new ByHand(`write ${form.instead}`);
  if (args.some(({ type }) => type === 'SpreadElement')) throw new ByHand('its arguments are spread');
  switch (form.kind) {
    case 'same':
      return texts.join(', ');
    case 'named':
      return texts[0] === undefined ? '' : `{ ${form.field}: ${texts[0]} }`;
    case 'into-object': {
      const [first, second] = args;
      if (!first) throw new ByHand('it has no arguments');
      const rest = second ? (form.second ? [property(form.second, second)] : spreadOf(second)) : [];
      return `{ ${[property(form.field, first), ...rest].join(', ')} }`;
    }
    case 'out-of-object': {
      // Earlier versions took it as an argument of its own already.
      if (args.length > form.at + 1) return texts.join(', ');
      const object = args[form.at];
      if (object?.type !== 'ObjectExpression') throw new ByHand(`\`${form.field}\` has to be an argument of its own`);
      const { found, others } = takeOut(object, [form.field]);
      const value = found.get(form.field);
      if (!value) throw new ByHand(`\`${form.field}\` has to be an argument of its own`);
      const rest = others.map(textOf);
      const before = texts.slice(0, form.at);
      return [...before, textOf(value), ...(rest.length > 0 ? [`{ ${rest.join(', ')} }`] : [])].join(', ');
    }
    case 'waiting': {
      const [first = '', ...others] = texts;
      const request = args[1];
      if (!request) return first;
      if (request.type !== 'ObjectExpression') {
        throw new ByHand('look whether its request has `pollInterval`, `timeout` or `options`');
      }
      const { found, others: kept } = takeOut(request, ['pollInterval', 'timeout', 'options']);
      if (found.size === 0) return [first, ...others].join(', ');
      const [poll, timeout, options] = ['pollInterval', 'timeout', 'options'].map((field) => found.get(field));
      const fields = [...kept.map(textOf), ...(options ? spreadOf(options) : [])];
      const waits = [
        ...(poll ? [`pollIntervalMs: ${milliseconds(poll)}`] : []),
        ...(timeout ? [`totalTimeoutMs: ${milliseconds(timeout)}`] : []),
      ];
      const last = waits.length > 0 ? [`{ ${waits.join(', ')} }`] : [];
      return [first, fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}', ...last].join(', ');
    }
  }

  function property(name: string, value: Node): string {
    return value.type === 'Identifier' && value.name === name ? name : `${name}: ${textOf(value)}`;
  }

  /** The fields of an object that is written here, or all of one that is not. */
  function spreadOf(value: Node): string[] {
    return value.type === 'ObjectExpression' ? value.properties.map(textOf) : [`...${textOf(value)}`];
  }

  function milliseconds(value: Node): string {
    if (value.type === 'NumericLiteral') return String(value.value * 1_000);
    return value.type === 'Identifier' ? `${value.name} * 1_000` : `(${textOf(value)}) * 1_000`;
  }
}

function takeOut({ properties }: ObjectExpression, fields: readonly string[]) {
  const found = new Map<string, Node>();
  const others: Node[] = [];
  for (const each of properties) {
    if (each.type === 'SpreadElement') throw new ByHand(`look whether what is spread has ${fields.join(', ')}`);
    const name = each.type === 'ObjectProperty' ? fieldName(each) : undefined;
    if (each.type === 'ObjectProperty' && name !== undefined && fields.includes(name)) found.set(name, each.value);
    else others.push(each);
  }
  return { found, others };
}

function fieldName({ key, computed }: ObjectProperty): string | undefined {
  if (computed) return undefined;
  if (key.type === 'Identifier') return key.name;
  return key.type === 'StringLiteral' ? key.value : undefined;
}
