import { z } from 'zod';
import { type Site, serveSite } from '../guide-pages/serve.js';

/** What the quickstart works on. */
export interface DemoSite {
  /** Where the crawl starts, and how many pages it takes. */
  readonly url: string;
  readonly limit: number;
  /** What is searched for in the crawled pages. */
  readonly question: string;
  /** The page that is scraped, and what is wanted of what it says of itself for programs. */
  readonly page: string;
  readonly schema: z.ZodObject;
  /** What an agent is asked about the site, and the shape of its answer. */
  readonly task: string;
  readonly answer: z.ZodObject;
  readonly file: File;
  /** The page that the monitor looks at. */
  readonly watchedUrl: string;
  /** Called with what has been done, in a sentence. */
  note(entry: string): void;
  /** Called between two checks of the monitor. */
  change(): void;
  close(): Promise<void>;
}

const Article = z.object({
  headline: z.string(),
  description: z.string(),
  position: z.number(),
  wordCount: z.number(),
});

/** What most pages say. */
const AnyPage = z.object({ title: z.string(), description: z.string().optional() });

/** Pages of somebody else's: enough to see something, and not more than one would read. */
const FEW = 20;

/**
 * The guides of this project, on loopback. One page of theirs is a diary of the quickstart: it is what the monitor
 * watches, because it really changes.
 */
export async function demoOfGuides(): Promise<DemoSite> {
  const site = await serveSite();
  const entries: string[] = [];
  const write = () => site.write('diary.html', diary(entries));
  write();
  return {
    url: site.url,
    limit: 100,
    question: 'how long to wait before a retry',
    page: `${site.url}retries-and-deadlines.html`,
    schema: Article,
    task: 'How many times does the SDK repeat a call by default, and how many seconds is the longest random wait?',
    answer: z.object({ retries: z.number(), longestWaitSeconds: z.number().optional() }),
    file: await atAGlance(site),
    watchedUrl: `${site.url}diary.html`,
    note: (sentence) => {
      entries.push(sentence);
    },
    change: write,
    close: () => site.close(),
  };
}

/** A site of the user's. The file is still ours: a site need not have one. */
export async function demoOf(url: string): Promise<DemoSite> {
  const guides = await serveSite();
  const file = await atAGlance(guides);
  await guides.close();
  const { hostname } = new URL(url);
  return {
    url,
    limit: FEW,
    question: hostname.replace(/^www\./, '').split('.')[0] ?? hostname,
    page: url,
    schema: AnyPage,
    task: 'What is this site about, and for whom is it?',
    answer: z.object({ about: z.string(), audience: z.string().optional() }),
    file,
    watchedUrl: url,
    note: () => {},
    change: () => {},
    close: async () => {},
  };
}

async function atAGlance({ url }: Site): Promise<File> {
  const name = 'at-a-glance.pdf';
  const response = await fetch(`${url}${name}`);
  return new File([await response.arrayBuffer()], name, { type: 'application/pdf' });
}

function diary(lines: readonly string[]): string {
  const entries = lines.map((sentence) => `<li>${sentence}</li>`).join('');
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>What the quickstart has done</title></head>
<body><main><h1>What the quickstart has done</h1><p>So far:</p><ul>${entries || '<li>Nothing yet.</li>'}</ul></main></body></html>
`;
}
