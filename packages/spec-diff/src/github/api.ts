/** GitHub refused a call, or failed. */
export class GitHubProblem extends Error {
  override name = 'GitHubProblem';
  readonly status: number;
  /** How long GitHub asks to wait, if it does. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, status: number, retryAfterMs: number | undefined) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A comment of a pull request. */
export interface Comment {
  readonly id: number;
  readonly body: string;
  /** Who wrote it: `User` or `Bot`. */
  readonly user?: { readonly type?: string };
}

/** The four calls of GitHub's REST API that keep a comment up to date. */
export interface GitHub {
  listComments(number: number): Promise<Comment[]>;
  createComment(number: number, body: string): Promise<void>;
  updateComment(id: number, body: string): Promise<void>;
  deleteComment(id: number): Promise<void>;
}

export interface GitHubOptions {
  /** The address of the API, such as `https://api.github.com`. */
  readonly apiUrl: string;
  /** `owner/name` */
  readonly repository: string;
  readonly token: string;
}

const PER_PAGE = 100;
const TIMEOUT_MS = 30_000;

export function connectToGitHub({ apiUrl, repository, token }: GitHubOptions): GitHub {
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${apiUrl}/repos/${repository}/issues/${path}`, {
      method,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'x-github-api-version': '2022-11-28',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return response.status === 204 ? undefined : response.json();
    const { message = '' } = (await response.json().catch(() => ({}))) as { message?: string };
    const retryAfter = Number(response.headers.get('retry-after') || Number.NaN);
    throw new GitHubProblem(
      `GitHub answered ${method} ${path} with ${response.status} ${message}`.trim(),
      response.status,
      Number.isFinite(retryAfter) ? retryAfter * 1000 : undefined,
    );
  }

  return {
    async listComments(number) {
      // The token of a workflow is that of an app: what people have written is not its own.
      const isApp = token.startsWith('ghs_');
      const comments: Comment[] = [];
      for (let page = 1; ; page++) {
        const found = (await call('GET', `${number}/comments?per_page=${PER_PAGE}&page=${page}`)) as Comment[];
        comments.push(...found.filter(({ user }) => !isApp || user?.type === 'Bot'));
        if (found.length < PER_PAGE) return comments;
      }
    },
    createComment: async (number, body) => void (await call('POST', `${number}/comments`, { body })),
    updateComment: async (id, body) => void (await call('PATCH', `comments/${id}`, { body })),
    deleteComment: async (id) => void (await call('DELETE', `comments/${id}`)),
  };
}
