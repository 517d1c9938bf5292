import type { Support } from '../support/support.js';
import type { Handler, Routes } from './route.js';

type SupportRoutes = Pick<Routes, 'askSupport' | 'askSupportUnderV2' | 'searchSupportDocs'>;

export function supportRoutes(support: Support): SupportRoutes {
  const ask: Handler<'askSupport' | 'askSupportUnderV2'> = ({ body: { question, ...fields } }) => {
    const started = performance.now();
    return { ...support.ask(question, fields), durationMs: Math.round(performance.now() - started) };
  };
  return {
    askSupport: ask,
    askSupportUnderV2: ask,
    searchSupportDocs: ({ body }) => support.searchDocs(body.question),
  };
}
