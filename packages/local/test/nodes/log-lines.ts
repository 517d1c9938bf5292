/** What PostgreSQL, `pg` and the stores say when a connection is lost, none can be had, or the disk is full. */
const LOSS = [
  'Connection terminated',
  'terminating connection',
  'Client has encountered a connection error',
  'the database system is',
  'timeout',
  'no answer for',
  'connect ECONNREFUSED',
  'read ECONNRESET',
  'write EPIPE',
  'No space left on device',
  'The disk of the database is full',
];

const lost = `.*(?:${LOSS.join('|')}).*`;

/** Lines of nodes whose database or whose neighbours have faults. */
const EXPLAINED: readonly RegExp[] = [
  /^Trawl \S+ serves |^ {2}\w+ {2,}/,
  /^\d\d:\d\d:\d\d (?:[24]\d\d|503) (?:GET|POST) /,
  /^\d\d:\d\d:\d\d This version changes the tables of the stored data: [\w, -]+\.$/,
  /^SIGTERM: closing\.$/,
  /^\d\d:\d\d:\d\d The node \S+ has given no sign of life for 9 s: others do its tasks\.$/,
  /^\d\d:\d\d:\d\d This node was removed from the service, because it gave no sign of life or everything was deleted: it enters again\.$/,
  new RegExp(
    `^\\d\\d:\\d\\d:\\d\\d (?:Notifications of (?:other nodes|the queue of slots)|The queue of slots|The signs of life of this node): (?:${lost} It is tried again|it works again)\\.$`,
  ),
  new RegExp(
    `^\\d\\d:\\d\\d:\\d\\d (?:The end of )?(?:crawl|batch_scrape|agent|check|webhook) \\S+: The database does not answer: ${lost} It is tried again in \\d+ s\\.$`,
  ),
  /^\d\d:\d\d:\d\d (?:The end of )?(?:crawl|batch_scrape|agent|check|webhook) \S+: The disk of the database is full: .* It is tried again in \d+ s\.$/,
  // The queue frees what its dead workers held, as it starts and every few minutes.
  /^\d\d:\d\d:\d\d Queue of slots: Failed to reset locked; we'll try again in \d+ms$/,
  new RegExp(`^\\d\\d:\\d\\d:\\d\\d Error [\\w-]+: ${lost}$`),
  new RegExp(`^\\d\\d:\\d\\d:\\d\\d This node has to enter the service again: ${lost}$`),
];

/** Lines that nothing explains. */
export function unexplainedLines(lines: readonly string[]): string[] {
  return lines.filter((line) => !EXPLAINED.some((explained) => explained.test(line)));
}
