import type { ParseOptions } from '@trawl/client';
import { invalidRequest } from '../http/invalid.js';
import { Refusal } from '../http/refusal.js';
import { misfits, named } from '../http/validation.js';
import { formatName } from '../page/capabilities.js';
import type { UploadedFile } from '../page/uploads.js';

/** What a form that uploads a file holds. */
export interface ParseForm {
  readonly file: UploadedFile;
  readonly options: ParseOptions;
}

/** Reads the parts `file` and `options`; throws the refusal of any other form. */
export async function readParseForm(request: Request): Promise<ParseForm> {
  const form = await request.formData().catch((error: Error) => {
    throw badRequest(`The request body is not a form with the parts \`file\` and \`options\`: ${error.message}`);
  });
  const unexpected = [...form.keys()].find((name) => name !== 'file' && name !== 'options');
  if (unexpected !== undefined) throw badRequest(`Unexpected field "${unexpected}"`);
  const file = form.get('file');
  if (!(file instanceof File)) throw badRequest('The form has no file. Send it as the part `file`, with its name.');
  return {
    file: {
      filename: file.name,
      contentType: file.type || undefined,
      body: new Uint8Array(await file.arrayBuffer()),
    },
    options: await readOptions(form.get('options')),
  };
}

async function readOptions(part: string | File | null): Promise<ParseOptions> {
  if (part === null) return {};
  const text = typeof part === 'string' ? part : await part.text();
  let options: unknown;
  try {
    options = JSON.parse(text);
  } catch (error) {
    throw badRequest(`The part \`options\` is not JSON: ${(error as Error).message}`);
  }
  refuseFormatsOfPages(options);
  const issues = misfits(named('ParseOptions'), options);
  if (issues) throw invalidRequest('parseFile', issues);
  return options as ParseOptions; // Held against the contract a line before.
}

/** What scrapes can return and files cannot is refused by name, not as a format that nobody knows. */
function refuseFormatsOfPages(options: unknown): void {
  const formats = (options as { formats?: unknown } | null)?.formats;
  if (!Array.isArray(formats)) return;
  for (const format of formats) {
    if (misfits(named('ParseFormat'), format) === undefined || misfits(named('Format'), format)) continue;
    const error = `Parse uploads do not support ${formatName(format)} output.`;
    throw new Refusal(400, { code: 'PARSE_UNSUPPORTED_OPTIONS', error });
  }
}

function badRequest(error: string): Refusal {
  return new Refusal(400, { code: 'BAD_REQUEST', error });
}
