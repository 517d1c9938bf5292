import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser';
import type { ParseOptions } from '@trawl/client';
import { CONTRACT, type Schema } from '../contract/contract.js';
import { invalidRequest } from '../contract/invalid.js';
import { Refusal } from '../contract/refusal.js';
import { validate } from '../contract/validation.js';
import { refuseUnsupportedOptions } from '../parse/unsupported-options.js';
import { MAX_UPLOAD_BYTES, type UploadedFile } from '../parse/uploads.js';
import { MAX_JSON_BYTES, parseJson } from '../request-body/body.js';

/** This schema refuses unknown keys, which `ParseOptions` allows. */
const OPTIONS: Schema = { $ref: `${CONTRACT}#/components/schemas/ParseUpload/properties/options` };

/** The parts of a form that uploads a file. */
export interface ParseForm {
  readonly file: UploadedFile;
  readonly options: ParseOptions;
}

/** Reads the parts `file` and `options`; throws the refusal of any other form. */
export async function readParseForm(contentType: string, chunks: AsyncIterable<Uint8Array>): Promise<ParseForm> {
  const parts = new Map<string, MultipartPart>();
  for await (const part of partsOf(contentType, chunks)) {
    const { name = '' } = part;
    if (name !== 'file' && name !== 'options') throw badRequest(`Unexpected field "${name}"`);
    if (parts.has(name)) throw badRequest(`The form has the part \`${name}\` more than once.`);
    parts.set(name, part);
  }
  const [file, options] = [parts.get('file'), parts.get('options')];
  if (file?.filename === undefined) {
    throw badRequest('The form has no file. Send it as the part `file`, with its name.');
  }
  return {
    file: { filename: nameOfForms(file.filename), contentType: file.headers['content-type'], body: file.bytes },
    options: options ? readOptions(options) : {},
  };
}

/** A name as it was before the encoding of forms (HTML, "multipart/form-data"), which only these three characters have. */
function nameOfForms(encoded: string): string {
  return encoded.replace(/%(22|0[AD])/gi, decodeURIComponent);
}

/** Yields the parts as they arrive, because a form may have millions of them. */
async function* partsOf(contentType: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<MultipartPart> {
  const boundary = /^multipart\//i.test(contentType) ? getMultipartBoundary(contentType) : null;
  if (boundary === null) throw notAForm('its Content-Type is not `multipart/form-data` with a boundary');
  const parser = new MultipartParser(boundary, { maxFileSize: MAX_UPLOAD_BYTES });
  try {
    for await (const chunk of chunks) yield* parser.write(chunk);
    parser.finish();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof MaxFileSizeExceededError) {
      throw new Refusal('too_large', `The file is larger than ${MAX_UPLOAD_BYTES} bytes, the most that is taken.`);
    }
    throw notAForm((error as Error).message);
  }
}

function readOptions(part: MultipartPart): ParseOptions {
  if (part.size > MAX_JSON_BYTES) {
    throw new Refusal('too_large', `The part \`options\` is larger than ${MAX_JSON_BYTES} bytes.`);
  }
  let options: unknown;
  try {
    options = parseJson('The part `options`', part.text);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw badRequest(`The part \`options\` is not JSON: ${(error as Error).message}`);
  }
  refuseUnsupportedOptions(options);
  const issues = validate(OPTIONS, options);
  if (issues) throw invalidRequest('parseFile', issues);
  return options as ParseOptions; // Validated in the lines above.
}

function notAForm(why: string): Refusal {
  return badRequest(`The request body is not a form with the parts \`file\` and \`options\`: ${why}`);
}

function badRequest(error: string): Refusal {
  return new Refusal('BAD_REQUEST', error);
}
