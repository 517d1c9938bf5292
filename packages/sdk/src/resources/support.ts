import type { SupportAnswer, SupportDocsAnswer } from '@trawl/client';
import { NotFoundError } from '../errors/status-errors.js';
import { TrawlError } from '../errors/trawl-error.js';
import type { ApiCall } from './api-call.js';
import { Diagnosis } from './diagnosis.js';
import type { CallOptions, Invoke } from './invoke.js';
import type { Body } from './wire.js';

type AskOperation = 'askSupport' | 'askSupportUnderV2';

/** Asks why calls fail. */
export class Support {
  readonly #invoke: Invoke;
  /** Where the call may be: first the documented path, until it turns out that a server has only the other one. */
  #paths: readonly [AskOperation, AskOperation] = ['askSupport', 'askSupportUnderV2'];

  constructor(invoke: Invoke) {
    this.#invoke = invoke;
  }

  /**
   * Asks a question; the answer may have `fixParameters` for the next try.
   *
   * @example
   * const { answer, confidence } = await trawl.support.ask('Why is https://example.com empty in Markdown?');
   */
  ask(
    question: string,
    request: Omit<Body<'askSupport'>, 'question'> = {},
    call?: CallOptions,
  ): ApiCall<SupportAnswer> {
    const body = { ...request, question };
    const ask = (operation: AskOperation) => this.#invoke(operation, { body }, call);
    const [first, second] = this.#paths;
    return ask(first).otherwise((missing) => {
      if (!(missing instanceof NotFoundError)) throw missing;
      return ask(second)
        .mapData((answer) => {
          this.#paths = [second, first];
          return answer;
        })
        .otherwise((error) => {
          // Found at neither path: what the expected one said counts.
          throw error instanceof NotFoundError ? missing : error;
        });
    });
  }

  /** Asks the documentation; the answer names the pages it rests on. */
  docs(question: string, call?: CallOptions): ApiCall<SupportDocsAnswer> {
    return this.#invoke('searchSupportDocs', { body: { question } }, call);
  }

  /**
   * Asks about a call that failed. What is sent is what the error says: operation, status, code and sentence.
   *
   * @example
   * try {
   *   await trawl.scrape(url, request);
   * } catch (error) {
   *   const diagnosis = await trawl.support.diagnose(error);
   *   console.log(diagnosis.answer);
   *   await trawl.scrape(url, diagnosis.applyFix(request));
   * }
   */
  diagnose(error: unknown, request: Omit<Body<'askSupport'>, 'question'> = {}, call?: CallOptions): ApiCall<Diagnosis> {
    const facts = error instanceof TrawlError ? JSON.stringify(error) : String(error);
    const question = `This call failed. Why, and which request parameters would mend it?\n${facts}`;
    return this.ask(question, request, call).mapData((answer) => new Diagnosis(answer));
  }
}
