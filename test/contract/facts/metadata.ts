import { fields } from '../fields.js';

export const metadata = ['web', 'news'].map((kind) =>
  fields(`metadata of a ${kind} result`, `POST /v2/search 200 data.${kind}[].metadata`, [
    { field: 'title', type: 'string', required: false },
    { field: 'description', type: 'string', required: false },
    { field: 'sourceURL', type: 'string', required: false },
    { field: 'url', type: 'string', required: false },
    { field: 'statusCode', type: 'integer', required: false },
    { field: 'error', type: 'string or null', required: false },
    { field: 'numPages', type: 'integer', required: false },
    { field: 'totalPages', type: 'integer', required: false },
  ]),
);
