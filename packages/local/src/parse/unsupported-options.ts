import { isObject } from '../base/is-object.js';
import { Refusal } from '../contract/refusal.js';
import { isValid, named } from '../contract/validation.js';

/** Refuses options of a scrape that need a page or a browser with an error of their own, not as unknown options. */
export function refuseUnsupportedOptions(options: unknown): void {
  if (!isObject(options)) return;
  const [subject] = unsupported(options);
  if (subject === undefined) return;
  throw new Refusal('PARSE_UNSUPPORTED_OPTIONS', `Parse uploads ${subject}.`);
}

/** The options that files do not have, in the order and with the messages of real servers. */
function* unsupported(options: Record<string, unknown>): Generator<string> {
  const { actions, formats, waitFor, location, mobile, proxy } = options;
  if (Array.isArray(actions) && actions.length > 0) yield 'do not support actions';
  if (Array.isArray(formats)) {
    for (const format of formats) {
      if (!isValid(named('ParseFormat'), format) && isValid(named('Format'), format)) {
        const name = isObject(format) ? format.type : format;
        yield `do not support ${name === 'changeTracking' ? 'change tracking' : `${name} output`}`;
      }
    }
  }
  if (typeof waitFor === 'number' && waitFor > 0) yield 'do not support waitFor';
  if (isObject(location)) yield 'do not support location overrides';
  if (mobile === true) yield 'do not support mobile rendering';
  if (proxy === 'enhanced' || proxy === 'stealth') yield 'only support proxy values of auto or basic';
}
