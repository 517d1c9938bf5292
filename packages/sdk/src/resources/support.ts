import type { SupportAnswer, SupportDocsAnswer } from '@trawl/client';
import { timeOn } from '../async/clock.js';
import type { Operation } from '../contract/operation.js';
import { NotFoundError } from '../errors/errors.js';
import { TrawlError } from '../errors/trawl-error.js';
import { askSupport, askSupportUnderV2, searchSupportDocs } from '../generated/operations.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { RequestBody } from '../request/contract-types.js';
import type { CallOptions } from '../request/invoke.js';
import type { Diagnosis } from './diagnosis.js';

type AskOperation = Operation<'askSupport' | 'askSupportUnderV2'>;

/** The fields of an error that are sent. Its details may be long and private. */
const SENT_FIELDS = ['name', 'message', 'operation', 'status', 'code'];

/** The request besides the question. */
export interface SupportInput extends Omit<RequestBody<'askSupport'>, 'question'> {}

/** Asks why calls fail. */
export interface Support extends ReturnType<typeof support> {}

/** Asks why calls fail. */
export const support = ({ invoke, clock }: Connection) => {
  /** The paths to try: the documented one first, until a server turns out to have only the other one. */
  let paths: readonly [AskOperation, AskOperation] = [askSupport, askSupportUnderV2];

  const ask = (question: string, request: SupportInput = {}, call?: CallOptions): ApiCall<SupportAnswer> => {
    const [first, second] = paths;
    const total = call?.totalTimeoutMs;
    const startedAt = timeOn(clock);
    const askAt = (operation: AskOperation) => {
      const remainingMs = total && Math.max(0, total - (timeOn(clock) - startedAt));
      return invoke(operation, { body: { ...request, question } }, { ...call, totalTimeoutMs: remainingMs });
    };
    return askAt(first).recover((refusal) => {
      if (!(refusal instanceof NotFoundError)) throw refusal;
      return askAt(second)
        .mapData((answer) => {
          paths = [second, first];
          return answer;
        })
        .recover((error) => {
          // If neither path exists, the error of the first one is thrown.
          throw error instanceof NotFoundError ? refusal : error;
        });
    });
  };

  return {
    /**
     * Asks a question. The answer may have `fixParameters` for the next try. Operations `askSupport`, `askSupportUnderV2`.
     *
     * @example
     * const { answer, confidence } = await trawl.support.ask('Why is https://example.com empty in Markdown?');
     */
    ask,

    /** Asks the documentation. The answer names its sources. Operation `searchSupportDocs`. */
    docs: (question: string, call?: CallOptions): ApiCall<SupportDocsAnswer> =>
      invoke(searchSupportDocs, { body: { question } }, call),

    /**
     * Asks about a call that failed. Sends the name, message, operation, status and code of the error.
     *
     * @example
     * const request: ScrapeInput = { onlyMainContent: true };
     * try {
     *   await trawl.scrape('https://example.com', request);
     * } catch (error) {
     *   const diagnosis = await trawl.support.diagnose(error);
     *   console.log(diagnosis.answer);
     *   await trawl.scrape('https://example.com', diagnosis.applyFix(request));
     * }
     */
    diagnose: (error: unknown, request: SupportInput = {}, call?: CallOptions): ApiCall<Diagnosis> => {
      const failure = error instanceof TrawlError ? JSON.stringify(error, SENT_FIELDS) : String(error);
      const question = `Why did this call fail, and which request parameters would mend it?\n${failure}`;
      return ask(question, request, call).mapData(async (answer) => {
        const { Diagnosis } = await import('./diagnosis.js');
        return new Diagnosis(answer);
      });
    },
  };
};
