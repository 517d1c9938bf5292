import { pageEstimate } from '../accounts/credits.js';
import { type Parse, refuseUnsupported } from '../parse/parse.js';
import { MAX_UPLOAD_BYTES, type Uploads } from '../parse/uploads.js';
import { readBytes } from '../request-body/body.js';
import type { FinishedScrapes } from '../scrape/finished-scrapes.js';
import type { Stores } from '../store/stores.js';
import type { ParseForm } from './parse-form.js';
import type { RouteRequest, Routes } from './route.js';

export interface ParseDependencies {
  readonly stores: Stores;
  readonly parse: Parse;
  readonly uploads: Uploads;
  readonly scrapes: FinishedScrapes;
}

export function parseRoutes({
  stores,
  parse,
  uploads,
  scrapes,
}: ParseDependencies): Pick<Routes, 'parseFile' | 'createUploadUrl' | 'uploadFile'> {
  async function uploaded(
    { uploadRef, ...options }: RouteRequest<'parseFile'>['body'],
    team: string,
  ): Promise<ParseForm> {
    return { file: await uploads.take(uploadRef, team), options };
  }

  return {
    async parseFile({ body, request, chunks, team, payer, reserve, signal, keepPrivate }) {
      const { file, options } = await (body ? uploaded(body, team) : readForm({ request, chunks }));
      if (options.zeroDataRetention) keepPrivate();
      refuseUnsupported(file.filename);
      const hold = await reserve(pageEstimate(options));
      const { document, scrapeId, creditsUsed } = await parse({ file, options, team, signal });
      await hold.cover(creditsUsed);
      const target = options.zeroDataRetention ? null : file.filename;
      await stores.transaction(async (bound) => {
        const charge = { endpoint: 'parse', credits: creditsUsed, jobId: scrapeId, target };
        await bound.ledger.charge({ ...payer, ...charge });
        if (target !== null) await scrapes.add(bound, [[scrapeId, { team, document }]]);
      });
      return { success: true, data: document };
    },

    async createUploadUrl({ body, team, baseUrl }) {
      const { filename, contentType } = body;
      refuseUnsupported(filename);
      const { id, uploadRef, expiresAt } = await uploads.create({ team, filename, contentType });
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
      await uploads.check(path.id, query.uploadRef);
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
