import type { Clock } from '@trawl/base/clock';
import type { ProxyRotation } from '@trawl/web/outgoing-proxies';
import type { SeedPage } from '@trawl/web/seed-page';
import type { RobotsPolicy } from '@trawl/web/site/robots-policy';
import type { LogFormat, LogStream } from '../base/log.js';
import type { NodeRole } from '../store/shared-stores.js';

/** The settings of a local server. Each is also a flag and an environment variable of the program. */
export interface Settings {
  // settings: npm run service:tables
  /** Where to listen; 0 takes any port that is free. */
  port: number;
  /** The address to listen at. Anything but loopback opens the server to the network. */
  host: string;
  /** Other host names by which clients may call this server, besides loopback and the address to listen at. */
  allowedHosts: readonly string[];
  /**
   * The origins of web pages that may call the API from a browser, such as `http://localhost:5173`. Without any, only
   * the pages of this server may.
   */
  allowedOrigins: readonly string[];
  /**
   * The address at which clients reach this server through a reverse proxy, such as `https://trawl.example.com`. All
   * links in responses begin with it, and the server answers by its name.
   */
  publicUrl: string | undefined;
  /**
   * The IP addresses or ranges of reverse proxies, such as `10.0.0.0/8`. By what they say in `X-Forwarded-For` or
   * `Forwarded`, callers without a key are told apart. What they say in `X-Forwarded-Host` and `X-Forwarded-Proto`
   * counts where there is no public URL.
   */
  trustedProxies: readonly string[];
  /** The file to keep everything in. Without it, all is lost at the end. */
  storage: string | undefined;
  /**
   * The database of PostgreSQL to keep everything in, in place of a file: `postgres://user:password@host/name`. The
   * variables `PGPASSWORD`, `PGSSLMODE` and others count as usual. It needs the package `pg`.
   */
  database: string | undefined;
  /** Connections to that database at once, of this process. */
  databaseConnections: number;
  /**
   * Megabytes of data. Beyond them, the oldest pages, scrapes and ended jobs are forgotten of the team that has most,
   * every ten minutes. With PostgreSQL, its indexes and the space that it has not used again come on top.
   */
  maxStorage: number | undefined;
  /**
   * Days that pages are kept after they were seen last: copies, the index, versions for change tracking, and what a
   * model said of them. By default they stay.
   */
  pageRetentionDays: number | undefined;
  /**
   * What is not kept of the pages that are read: `copies`, so that each call fetches its page again, or `index`, so
   * that searches find none of them. Copies are a fifth of what a page takes, and the index is half of it.
   */
  leaveOut: readonly string[];
  /** Days that the activity of teams, with its credits, and feedback are kept. By default they stay. */
  recordRetentionDays: number | undefined;
  /**
   * What this process does among those that share a database: `api` answers calls, `worker` does the tasks of jobs,
   * `all` does both.
   */
  role: NodeRole;
  /**
   * The address at which the other processes of that database reach this one, such as `http://10.0.0.7:3002`: they
   * pass calls to its browser sessions on. By default the port and address at which it listens, or the first address
   * of the machine.
   */
  nodeUrl: string | undefined;
  /**
   * API keys that clients may use, each a team of its own. With these or an admin key, every call needs a key except
   * the four keyless ones and signed uploads. `trawl-local keys` manages keys without a restart.
   */
  apiKeys: readonly string[];
  /**
   * The key for the routes at `/_local`, which manages the keys of teams too. It must not be an API key. Where there
   * are API keys and no admin key, these routes are closed, except those for probes and `GET /_local/capabilities`.
   */
  adminKey: string | undefined;
  /** Calls without a key per day, where calls need a key. */
  keylessCalls: number;
  /** Credits per month; calls beyond are refused. Without it, credits are counted but unlimited. */
  credits: number | undefined;
  /** The secret that webhooks are signed with. */
  webhookSecret: string | undefined;
  /** Whether pages of this machine and of private networks may be read. */
  allowPrivateNetworks: boolean;
  /**
   * Whether to start at rest: what is stored can be read, and nothing runs, is fetched or sent until the operator says
   * so.
   */
  paused: boolean;
  /** Whether to use no network: only pages that were fetched before are served. */
  offline: boolean;
  /**
   * Proxies that fetches and the browser go out through: `http://user:password@host:port`, `https://…` or
   * `socks5://…`. What one is for stands behind it, such as `#country=DE` or `#hosts=*.example.com`.
   */
  proxies: readonly string[];
  /** Whether all requests to a `host` leave through the same proxy, or each `request` through the next one. */
  proxyRotation: ProxyRotation;
  /** The name that sites get in `User-Agent`. Its first word is the name for robots.txt. */
  userAgent: string;
  /** A web page or an address of mail for the operators of sites, which follows the name in `User-Agent`. */
  contact: string | undefined;
  /** Requests a second to one host, of all teams together. Without it, they are not limited. */
  hostRate: number | undefined;
  /**
   * How often a page is fetched again when its site is busy (429, 502, 503, 504) or cuts the connection: after the
   * time that the site states, or after pauses that grow, as long as the caller waits.
   */
  fetchRetries: number;
  /** Whether crawls heed robots.txt: `always`, `never`, or as `callers` say, who may ignore it by an option. */
  robots: RobotsPolicy;
  /** The only hosts that are read, such as `example.com` and `*.example.com`. Without any, all are. */
  allowedSites: readonly string[];
  /** Hosts that are not read, such as `example.com` and `*.example.com`. */
  deniedSites: readonly string[];
  /** A folder for recordings of all fetches. A recorded fetch is answered from it when it is repeated. */
  recordings: string | undefined;
  /** A folder of pages that the service knows when it starts: one folder for each host, laid out like its paths. */
  seed: string | undefined;
  /**
   * The Chromium that renders pages: the path of its program, the address of one that runs (CDP), or `off`. By default
   * `CHROME_PATH`, or one on the `PATH`, in the usual folders, or downloaded by Playwright or Puppeteer: a headless
   * shell before a whole browser.
   */
  browser: string | undefined;
  /**
   * Whether pages load pictures, fonts and media where nobody sees them: where no screenshot, action or session
   * follows.
   */
  loadPictures: boolean;
  /**
   * The program `ffmpeg` that makes the formats `audio` and `video`: its path, or `off`. `ffprobe` has to stand beside
   * it.
   */
  ffmpeg: string | undefined;
  /** The program `yt-dlp` that finds the media of more pages than those that state them: its path, or `off`. */
  ytDlp: string | undefined;
  /** Megabytes of the media file of one page. A page with a larger one is refused. */
  mediaSize: number;
  /** Minutes that the media of one page may play. A page with longer ones is refused. */
  mediaMinutes: number;
  /** Seconds that the media of one page may take, within the `timeout` of its call. */
  mediaSeconds: number;
  /** The program `tesseract` that recognizes characters in scanned pages and in images: its path, or `off`. */
  tesseract: string | undefined;
  /** The program `pdftoppm` that makes pictures of the pages of PDFs for that: its path, or `off`. */
  pdftoppm: string | undefined;
  /** The languages to recognize, by the names of `tesseract`, such as `deu`. Each takes time for every page. */
  ocrLanguages: readonly string[];
  /** Seconds that the characters of one file may take, within the `timeout` of its call. */
  ocrSeconds: number;
  /** Megabytes of memory that one page of the browser may take. A page that takes more is ended. */
  pageMemory: number;
  /** Megabytes of memory that the browser may take with all pages. Beyond it, the page is ended that takes most. */
  browserMemory: number;
  /**
   * Whether callers may run code on the pages of their sessions. By default they may if the server listens on loopback
   * alone, asks for no key, and has no other names and no allowed origins: then its callers are programs of this
   * machine.
   */
  allowCode: boolean;
  /**
   * Teams that have a browser process of their own at once, beside the one that all teams share: for sessions, and for
   * scrapes with actions or screenshots that a session can go on with. Without keys, all callers are one team and use
   * one browser.
   */
  teamBrowsers: number;
  /** Browser sessions at once, of all teams; 0 allows none. */
  maxSessions: number;
  /** The address of a SearXNG server to search the web with. */
  searchUrl: string | undefined;
  /**
   * The address of a service that tells the risk of URLs, for threat protection. `#protocol=web-risk` behind it is for
   * one like the Web Risk API of Google.
   */
  riskServiceUrl: string | undefined;
  /** The key for that service. It is sent to no other one. */
  riskServiceKey: string | undefined;
  /**
   * The base URL of a server of the chat-completions protocol, such as `http://127.0.0.1:11434/v1`. It gets text of
   * pages.
   */
  modelUrl: string | undefined;
  /** The name of the language model at that server. */
  modelName: string | undefined;
  /** The key for that server. It is sent to no other one. */
  modelKey: string | undefined;
  /** Tokens of the model per team and month. Without it, tokens are counted but unlimited. */
  modelTokens: number | undefined;
  /**
   * Seconds that calls in progress may take to end when the service stops. It answers new calls with 503 then. Calls
   * that take longer get a 503 too.
   */
  drainSeconds: number;
  /** Whether responses are validated against the contract too. */
  check: boolean;
  /** Whether to write no log of requests. */
  quiet: boolean;
  /** How lines of the log are written: `text` for people, `json` with one object a line for programs. */
  logFormat: LogFormat;
  // /settings
}

/** The options of `createLocalServer`. */
export interface LocalServerOptions extends Partial<{ [Name in keyof Settings]: Settings[Name] | undefined }> {
  /** Where the time comes from; the clock of this machine by default, which `/_local/clock` moves. */
  clock?: Clock | undefined;
  /**
   * Gets the log; standard error by default. A stream gets lines that begin with the time, in colours if it is a terminal.
   * A function gets each line without its time, unless `logFormat` is `json`.
   */
  log?: LogStream | ((line: string) => void) | undefined;
  /**
   * Pages that stand for the whole network, for tests: scrapes, crawls, maps, monitors and agents read them, with
   * `robots.txt` and sitemaps among them, and nothing else can be read. Pages that are seeded later come to them.
   */
  pages?: Iterable<SeedPage> | undefined;
}
