import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Repository } from './repository.js';

/** What git answers with: an object and its type, or a link that leads nowhere. Both stand before their content. */
const ANSWER = /^(?:[0-9a-f]+ (\w+)|symlink|dangling|loop|notdir) (\d+)$/;

/** Reads files of revisions, all of them from one process of git: a contract may have a thousand, and a history as many. */
export class GitFiles {
  readonly #repository: Repository;
  #git: ChildProcessWithoutNullStreams | undefined;
  #output: AsyncIterator<Buffer> | undefined;
  /** Git answers in the order of the questions. */
  #last: Promise<unknown> = Promise.resolve();
  #buffer = Buffer.alloc(0);

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  /** The text of a file, by its path from the root of the repository; undefined when the revision has none. */
  read(revision: string, path: string): Promise<string | undefined> {
    const answer = this.#last.then(() => this.#ask(`${revision}:${path}`));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  close(): void {
    this.#git?.kill();
  }

  async #ask(name: string): Promise<string | undefined> {
    // Git would take a name of two lines for two questions.
    if (/[\n\r]/.test(name)) return undefined;
    this.#git ??= this.#started();
    this.#output ??= this.#git.stdout[Symbol.asyncIterator]();
    this.#git.stdin.write(`${name}\n`);
    const end = await this.#until((buffer) => buffer.indexOf('\n'));
    const [, kind, size] =
      ANSWER.exec(
        this.#take(end + 1)
          .toString()
          .trimEnd(),
      ) ?? [];
    if (size === undefined) return undefined;
    const length = Number(size);
    await this.#until((buffer) => (buffer.length > length ? length : -1));
    const content = this.#take(length + 1).subarray(0, length);
    return kind === 'blob' ? content.toString('utf8') : undefined;
  }

  /** A link within the revision leads to what it names there; of one that leads elsewhere, git only says so. */
  #started(): ChildProcessWithoutNullStreams {
    const process = this.#repository.start(['cat-file', '--batch', '--follow-symlinks']);
    // Where git cannot be started or has ended, there is no more output.
    process.on('error', () => process.stdout.destroy());
    process.stdin.on('error', () => undefined);
    return process;
  }

  /** Reads on until something is found in what was read. */
  async #until(find: (buffer: Buffer) => number): Promise<number> {
    for (let at = find(this.#buffer); ; at = find(this.#buffer)) {
      if (at >= 0) return at;
      const part = await this.#output?.next();
      if (!part || part.done) throw new Error('git ended before it had answered.');
      this.#buffer = Buffer.concat([this.#buffer, part.value]);
    }
  }

  #take(length: number): Buffer {
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    return taken;
  }
}
