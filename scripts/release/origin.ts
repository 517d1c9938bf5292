/** Where packages are released from: a repository of a code host, at a commit. */
export interface Origin {
  /** The URL of the repository, such as `https://github.com/owner/name`. */
  readonly url: string;
  readonly commit: string;
}

/** What the environment of a workflow says of it. */
export function originOf(environment: NodeJS.ProcessEnv): Origin {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_SHA: commit } = environment;
  if (server && repository && commit) return { url: `${server}/${repository}`, commit };
  throw new Error(
    'GITHUB_SERVER_URL, GITHUB_REPOSITORY and GITHUB_SHA must say what is released: a workflow sets them.',
  );
}

/** The manifest of a package with its repository, without which a registry takes no provenance. */
export function withRepository(manifest: string, folder: string, { url }: Origin): string {
  const fields = { ...JSON.parse(manifest), repository: { type: 'git', url: `git+${url}.git`, directory: folder } };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/** Code, in which nothing is a link, or what a link leads to or a picture shows. */
const CODE_OR_LINK = /^```.*?^```|`[^`\n]*`|(?<=(?<picture>!\[[^\]\n]*)?\]\()[^()\s]+(?=\))/gms;

/**
 * A README whose links lead to the repository: on the page of a registry, what stands beside it is not there. The page of a file
 * is no picture, so pictures lead to the file itself.
 */
export function withAbsoluteLinks(readme: string, folder: string, { url, commit }: Origin): string {
  return readme.replace(CODE_OR_LINK, (match: string, picture: string | undefined) => {
    if (/^[`#]|^\w+:/.test(match)) return match;
    return new URL(match, `${url}/${picture === undefined ? 'blob' : 'raw'}/${commit}/${folder}/`).href;
  });
}
