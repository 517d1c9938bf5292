import { labelled, made } from '../../site/client/elements.js';
import { messageOf } from '../../site/client/message-of.js';
import { type Contract, type Json, type Parameter, type Reference, resolve, type Schema } from '../openapi.js';
import { type ExampleRequest, exampleOf } from '../samples/requests.js';

/** The field of a parameter, filled in where the call needs one. */
export function parameterField(contract: Contract, parameter: Parameter, pointer: string) {
  const isNeeded = parameter.required || parameter.in === 'path';
  const input = made('input');
  input.value = isNeeded ? exampleOf(contract, parameter, pointer) : '';
  const { label } = labelled(`${parameter.name}${isNeeded ? ' (required)' : ''}`, input, parameter.description ?? '');
  return { parameter, input, label };
}

/** The value of a parameter as the contract types it: a number, a boolean, or else the text. */
export function parameterValue(contract: Contract, schemaOrReference: Schema | Reference, text: string): Json {
  const { type } = resolve<Schema>(contract, schemaOrReference);
  const types = [type].flat();
  if ((types.includes('integer') || types.includes('number')) && text !== '' && !Number.isNaN(Number(text)))
    return Number(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return types.includes('array') ? text.split(',') : text;
}

/** A body as it was filled in. */
interface Content {
  value: Json;
  /** Whether the contract can check it: a file is bytes. */
  checked: boolean;
  upload: BodyInit | undefined;
  problem?: string;
}

/** The fields of a body: JSON, a file, or both. */
export function bodyField({ mediaType, value }: NonNullable<ExampleRequest['body']>): {
  fields: HTMLElement[];
  read(): Content;
} {
  const takesFile = mediaType !== 'application/json';
  const file = made('input');
  file.type = 'file';
  const text = made('textarea');
  text.spellcheck = false;
  const { file: _, ...options } = (takesFile ? (value ?? {}) : {}) as Record<string, Json>;
  text.value = JSON.stringify(takesFile ? options : value, null, 2);
  text.rows = Math.min(16, text.value.split('\n').length + 1);
  const fields = [
    ...(takesFile ? [labelled('File', file, '').label] : []),
    ...(mediaType === 'application/octet-stream' ? [] : [labelled('Body (JSON)', text, '').label]),
  ];
  return {
    fields,
    read: () => {
      const [selectedFile] = file.files ?? [];
      if (mediaType === 'application/octet-stream') return { value: null, checked: false, upload: selectedFile };
      const result = parse(text.value);
      if ('problem' in result) return { value: null, checked: false, upload: undefined, problem: result.problem };
      if (!takesFile) return { value: result.value, checked: true, upload: JSON.stringify(result.value) };
      const form = new FormData();
      if (selectedFile) form.append('file', selectedFile);
      for (const [name, each] of Object.entries(result.value as Record<string, Json>)) {
        form.append(name, typeof each === 'string' ? each : JSON.stringify(each));
      }
      const formFields = { file: selectedFile?.name ?? 'report.pdf', ...(result.value as Record<string, Json>) };
      return {
        value: formFields,
        checked: false,
        upload: form,
        ...(!selectedFile && { problem: 'file: choose one.' }),
      };
    },
  };
}

export function parse(text: string): { value: Json } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: `body: it is not JSON. ${messageOf(error)}` };
  }
}
