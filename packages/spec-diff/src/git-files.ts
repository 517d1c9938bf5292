import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/** Reads the files of one revision, all of them from one process of git: a contract may have a thousand. */
export class GitFiles {
  readonly #folder: string;
  readonly #revision: string;
  #git: ChildProcessWithoutNullStreams | undefined;
  #output: AsyncIterator<Buffer> | undefined;
  /** Git answers in the order of the questions. */
  #last: Promise<unknown> = Promise.resolve();
  #buffer = Buffer.alloc(0);

  constructor(folder: string, revision: string) {
    this.#folder = folder;
    this.#revision = revision;
  }

  /** The text of a file, by its path from the root of the repository; undefined when the revision has none. */
  read(path: string): Promise<string | undefined> {
    const answer = this.#last.then(() => this.#ask(`${this.#revision}:${path}`));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  close(): void {
    this.#git?.kill();
  }

  async #ask(name: string): Promise<string | undefined> {
    // Git would take a name of two lines for two questions.
    if (/[\n\r]/.test(name)) return undefined;
    this.#git ??= spawn('git', ['cat-file', '--batch'], { cwd: this.#folder });
    this.#output ??= this.#git.stdout[Symbol.asyncIterator]();
    this.#git.stdin.write(`${name}\n`);
    const end = await this.#until((buffer) => buffer.indexOf('\n'));
    const [, type = '', size = ''] =
      /^\S+ (\w+) (\d+)$/.exec(
        this.#take(end + 1)
          .toString()
          .trimEnd(),
      ) ?? [];
    if (type === '') return undefined;
    const length = Number(size);
    await this.#until((buffer) => (buffer.length > length ? length : -1));
    const content = this.#take(length + 1).subarray(0, length);
    return type === 'blob' ? content.toString('utf8') : undefined;
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
