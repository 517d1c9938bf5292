/**
 * The code that only a message needs. It is loaded with the first answer that is no success, and imports nothing that the
 * client needs from the start: so bundlers keep it in a file of its own.
 */
export { adviceFor, isFinal, notOfferedAdvice } from './advice.js';
export { issuesIn, reasonsOf } from './issues.js';
export { outcomeOf } from './outcome.js';
