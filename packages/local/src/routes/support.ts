import type { AskSupport } from '../support-api/reasoned-support.js';
import type { Support } from '../support-api/support.js';
import type { Handler, Routes } from './route.js';

type SupportRoutes = Pick<Routes, 'askSupport' | 'askSupportUnderV2' | 'searchSupportDocs'>;

/** `reasoned` is undefined on a server without a language model: then the reference answers alone. */
export function supportRoutes(support: Support, askModel: AskSupport | undefined): SupportRoutes {
  const ask: Handler<'askSupport' | 'askSupportUnderV2'> = async ({ body: { question, ...fields }, team, signal }) => {
    const startTime = performance.now();
    const answer = await (askModel?.({ team, question, fields, signal }) ?? support.ask(question, fields));
    return { ...answer, durationMs: Math.round(performance.now() - startTime) };
  };
  return {
    askSupport: ask,
    askSupportUnderV2: ask,
    searchSupportDocs: ({ body }) => support.searchDocs(body.question),
  };
}
