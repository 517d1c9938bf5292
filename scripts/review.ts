/**
 * Reviews the contract in a pull request: the report in the job's summary and in a file for the comment, a remark on every
 * line, and a status that says whether it may be merged. Run by the workflow, whose variables it reads, or on one's own
 * machine, where it prints what the pull request would show:
 *
 *   npm run --silent review
 */

import { review } from './pull-request/program.js';
import { readCommandLine } from './shared/command-line.js';

const HELP = `Reviews what a pull request does to those who use the contract.

  npm run --silent review

In a workflow of GitHub it reads the event that started it, and writes the summary of the job, the file for the comment
(REPORT) and the remarks on lines. Elsewhere it prints what a pull request of this branch would show. Ends with 0 when nothing stands in the way of
merging, 1 when something does, 2 when there is nothing to review.`;

readCommandLine(HELP, {});
process.exitCode = await review({ env: process.env, print: console.log, complain: console.error });
