import type { Ledger } from '../accounts/ledger.js';
import { type Parse, refuseUnsupported } from '../parse/parse.js';
import { MAX_UPLOAD_BYTES, type Uploads } from '../parse/uploads.js';
import { readBytes } from '../request-body/body.js';
import type { FinishedScrapes } from '../scrape/finished-scrapes.js';
import type { Database } from '../store/database.js';
import type { ParseForm } from './parse-form.js';
import type { RouteRequest, Routes } from './route.js';

export interface ParseDependencies {
  readonly database: Database;
  readonly parse: Parse;
  readonly uploads: Uploads;
  readonly scrapes: FinishedScrapes;
  readonly ledger: Pick<Ledger, 'charge'>;
}

export function parseRoutes({
  database,
  parse,
  uploads,
  scrapes,
  ledger,
}: ParseDependencies): Pick<Routes, 'parseFile' | 'createUploadUrl' | 'uploadFile'> {
  function uploaded({ uploadRef, ...options }: RouteRequest<'parseFile'>['body'], team: string): ParseForm {
    return { file: uploads.take(uploadRef, team), options };
  }

  return {
    async parseFile({ body, request, chunks, team, signal, keepPrivate }) {
      const { file, options } = body ? uploaded(body, team) : await readForm({ request, chunks });
      if (options.zeroDataRetention) keepPrivate();
      refuseUnsupported(file.filename);
      const { document, scrapeId, creditsUsed } = await parse({ file, options, team, signal });
      const target = options.zeroDataRetention ? null : file.filename;
      database.transaction(() => {
        ledger.charge({ team, endpoint: 'parse', credits: creditsUsed, jobId: scrapeId, target });
        if (target !== null) scrapes.add(scrapeId, { team, document });
      });
      return { success: true, data: document };
    },

    createUploadUrl({ body, team, baseUrl }) {
      const { filename, contentType } = body;
      refuseUnsupported(filename);
      const { id, uploadRef, expiresAt } = uploads.create({ team, filename, contentType });
      return {
        success: true,
        data: {
          uploadUrl: `${baseUrl}/v2/parse/upload/${id}?uploadRef=${uploadRef}`,
          uploadRef,
          method: 'PUT',
          headers: { 'Content-Type': contentType ?? 'application/octet-stream' },
          expiresAt: new Date(expiresAt).toISOString(),
          maxSizeBytes: MAX_UPLOAD_BYTES,
        },
      };
    },

    async uploadFile({ path, query, chunks }) {
      // Checked first, so that no body is read without an upload for it.
      uploads.check(path.id, query.uploadRef);
      await uploads.put(path.id, query.uploadRef, await readBytes(chunks));
      return { success: true };
    },
  };
}

async function readForm({
  request,
  chunks,
}: Pick<RouteRequest<'parseFile'>, 'request' | 'chunks'>): Promise<ParseForm> {
  // Loaded on demand: a server starts faster without the schema compiler.
  const { readParseForm } = await import('./parse-form.js');
  return readParseForm(request.headers.get('content-type') ?? '', chunks);
}
