import { clipped } from './pages/clipped.js';
import { fencedServiceText } from './pages/fence.js';
import { own, type ResultText } from './pages/result-text.js';

/** The maximum length of a message of the service in an error. */
const MAX_SERVICE_TOKENS = 300;

/** The call cannot be made. The message tells the model what to do instead, in words of this program. */
export class ToolError extends Error {
  override name = 'ToolError';
  readonly text: ResultText;

  /** @param serviceText - What the service says about it: it stands between marked lines, because it may quote a page. */
  constructor(message: ResultText, serviceText?: unknown) {
    const quote = typeof serviceText === 'string' && serviceText !== '' ? clipped(serviceText, MAX_SERVICE_TOKENS) : '';
    const text = quote === '' ? message : own`${message}\n\n${fencedServiceText(quote)}`;
    super(String(text));
    this.text = text;
  }
}
