// Generated from openapi/v2.yaml by `npm run codegen`. Never edit this file.

export interface paths {
    "/v2/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search the web
         *
         * Runs a web query and returns result entries. With `scrapeOptions.formats` every result is scraped as well, and
         * its content stands in the same answer; without it a result has only `url`, `title` and `description`, and
         * `category` where a category filter is used.
         *
         * The arrays in `data` follow the requested `sources`: by default only `web` is there. A search that finds nothing
         * answers `data: {}`.
         */
        post: operations["searchWeb"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/search/{jobId}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rate a search
         *
         * Says how good the results of one search were. Feedback has to be substantive: `good` needs an entry in
         * `valuableSources`, `partial` one there or in `missingContent`, `bad` one in `missingContent` or
         * `querySuggestions`. Useful feedback gives credits back, up to a daily cap.
         */
        post: operations["sendSearchFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/scrape": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Scrape one URL
         *
         * Reads one URL and returns its content in the formats asked for, Markdown by default. The answer carries
         * `data.metadata.scrapeId`, with which [interact](#operation/interactWithPage) goes on in the same browser session.
         *
         * A page that answers 404 or 500 is a successful scrape: look at `data.metadata.statusCode`. A host that does not
         * resolve may be answered with status 200, `success: false` and the code `SCRAPE_DNS_RESOLUTION_ERROR`. A scrape
         * that outlives its `timeout` may answer `408` with `details.state: processing_continues`; the same request, sent
         * again after `details.retryAfterSeconds`, picks up the result.
         */
        post: operations["scrapePage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/scrape/{scrapeId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a scrape, `metadata.scrapeId` in its answer. Identifies the browser session too.
                 * @example 01a1fbd5-f048-75e7-b166-91889e7d70d6
                 */
                scrapeId: components["parameters"]["ScrapeId"];
            };
            cookie?: never;
        };
        /**
         * Get a finished scrape
         *
         * Returns the result of an earlier scrape of your team again, as long as the server keeps it.
         */
        get: operations["getScrape"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/scrape/{scrapeId}/interact": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a scrape, `metadata.scrapeId` in its answer. Identifies the browser session too.
                 * @example 01a1fbd5-f048-75e7-b166-91889e7d70d6
                 */
                scrapeId: components["parameters"]["ScrapeId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go on from a scrape
         *
         * Acts on the page of an earlier scrape, in its browser session: click, fill forms, navigate, extract. Say what to
         * do in a `prompt`, and call again for follow-up prompts, or run `code`. An answer with `success` false and status
         * 200 means that the code itself failed; `stderr` and `error` say how.
         */
        post: operations["interactWithPage"];
        /**
         * Close the session
         *
         * Closes the browser session of a scrape. A session that is not closed ends by itself, but is billed until then.
         */
        delete: operations["endInteraction"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/parse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Parse a file
         *
         * Turns a file into Markdown or another format. Send the file itself as `multipart/form-data`, with the options as the
         * part `options`, or the `uploadRef` of a file that was [uploaded before](#operation/createUploadUrl) as JSON, with
         * the options beside it. An `uploadRef` can be parsed once. The answer is that of a scrape; `metadata.sourceURL` is the
         * name of the file.
         */
        post: operations["parseFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/parse/upload-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a URL to upload a file to
         *
         * For files that should not travel through your own program: get a URL, let the file be
         * [put there](#operation/uploadFile), then [parse](#operation/parseFile) its `uploadRef`. Only so many uploads may
         * wait to be parsed; beyond that the answer is `429` with the code `PARSE_UPLOAD_UNPARSED_LIMIT_REACHED`.
         */
        post: operations["createUploadUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/parse/upload/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload a file
         *
         * Takes the bytes of a file whose reference was made before. Use the URL, method and headers of that answer as they
         * are. Running servers let it in without a key as well, by the signed reference in its URL, so that whoever has the
         * file can upload it. On some servers the URL leads to a storage service instead: send your key to no other host.
         */
        put: operations["uploadFile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/crawl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a crawl
         *
         * Follows links from a start URL and scrapes every page found. Answers at once with the `id` of the job; ask for
         * its [status and pages](#operation/getCrawl), or let a webhook tell you.
         *
         * `includePaths` also applies to the start page. A start page that is refused, by a path rule or by robots.txt, gives a
         * completed crawl without pages, and [its errors](#operation/listCrawlErrors) say why.
         */
        post: operations["startCrawl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/crawl/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List active crawls
         *
         * Lists the crawls of your team that are running now, each with the options it was started with.
         */
        get: operations["listActiveCrawls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/crawl/ongoing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ongoing crawls
         *
         * The older name of [the list of active crawls](#operation/listActiveCrawls), with the same answer.
         */
        get: operations["listOngoingCrawls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/crawl/params-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview crawl options
         *
         * Turns a description in plain words into the crawl options that a crawl with the same `prompt` would use. Starts nothing.
         */
        post: operations["previewCrawlParams"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/crawl/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` that the start of the job answered.
                 * @example 01a1fbbe-a2ba-70f9-9bab-4b90a93de71f
                 */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /**
         * Get status and pages of a crawl
         *
         * Returns the state of a crawl and one page of its documents: at most 100 documents or 10 MiB, from `skip` on. Follow
         * `next` for more. Pages that could not be read count neither in `total` nor in `completed`; they are
         * [errors](#operation/listCrawlErrors). `total` may shrink after a cancel, and `expiresAt` moves on with every call.
         *
         * Ids of crawls and batches are interchangeable here.
         *
         * With `Upgrade: websocket` and the key as the sub-protocol, this path is a WebSocket that follows the job. Each
         * message is JSON with a `type`: `catchup` has the state of the job in `data`, `document` one new document in `data`,
         * `done` and `error` are the last. The reason of the close frame is `{"type":"done"}` or an error as well, and may be
         * all that a server sends of it: read the state of the job once more when the socket closes.
         */
        get: operations["getCrawl"];
        put?: never;
        post?: never;
        /**
         * Cancel a crawl
         *
         * Stops a running crawl; pages read so far stay. A finished crawl is answered with `409`.
         */
        delete: operations["cancelCrawl"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/crawl/{id}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` that the start of the job answered.
                 * @example 01a1fbbe-a2ba-70f9-9bab-4b90a93de71f
                 */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /**
         * List errors of a crawl
         *
         * Lists the pages that could not be read, and the URLs that robots.txt forbids. A start page refused by robots.txt stands among the errors.
         */
        get: operations["listCrawlErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batch/scrape": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a batch scrape
         *
         * Scrapes a list of URLs as one job. Answers at once with its `id`; ask for [status and pages](#operation/getBatchScrape).
         * URLs that cannot be scraped are left out and listed in `invalidURLs`, unless `ignoreInvalidURLs` is false. `appendToId`
         * adds URLs to a job that exists.
         */
        post: operations["startBatchScrape"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batch/scrape/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` that the start of the job answered.
                 * @example 01a1fbbe-a2ba-70f9-9bab-4b90a93de71f
                 */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /**
         * Get status and pages of a batch
         *
         * Returns the state of a batch and one page of its documents, in the same way as [a crawl](#operation/getCrawl), also
         * as a WebSocket.
         */
        get: operations["getBatchScrape"];
        put?: never;
        post?: never;
        /**
         * Cancel a batch scrape
         *
         * Stops a running batch; pages read so far stay. A finished batch is answered with `409`.
         */
        delete: operations["cancelBatchScrape"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batch/scrape/{id}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` that the start of the job answered.
                 * @example 01a1fbbe-a2ba-70f9-9bab-4b90a93de71f
                 */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /**
         * List errors of a batch
         *
         * Lists the URLs that could not be read, and those that robots.txt forbids.
         */
        get: operations["listBatchScrapeErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Map a site
         *
         * Lists the indexed URLs of a domain, from its sitemap and its links, without scraping their content. `search` puts the URLs that match it first.
         */
        post: operations["mapSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an agent
         *
         * Gathers data from the web on its own: describe in `prompt` what you need, give a JSON Schema for its shape, and
         * optionally the URLs to start from. Answers at once with the `id` of the job; ask for its
         * [status and data](#operation/getAgent), or let a webhook tell you. `maxCredits` bounds what it may cost.
         */
        post: operations["startAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` that the start of the agent answered.
                 * @example 01a1fbd5-550b-71f2-a54a-b66f196838fc
                 */
                jobId: components["parameters"]["AgentJobId"];
            };
            cookie?: never;
        };
        /**
         * Get status and data of an agent
         *
         * Returns the state of an agent and, once it is `completed`, the data it gathered.
         */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        /**
         * Cancel an agent
         *
         * Stops a running agent.
         */
        delete: operations["cancelAgent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/extract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an extraction
         * @deprecated
         *
         * Extracts structured data from several URLs as one job. Deprecated: [scrape](#operation/scrapePage) with a `json` format
         * does the same for one page, an [agent](#operation/startAgent) for many; the answer names the replacement. Answers at
         * once with the `id` of the job; ask for its [status and data](#operation/getExtract).
         */
        post: operations["startExtract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/extract/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` that the start of the job answered.
                 * @example 01a1fbbe-a2ba-70f9-9bab-4b90a93de71f
                 */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /**
         * Get status and data of an extraction
         * @deprecated
         *
         * Returns the state of an extraction and, once it is `completed`, its data.
         */
        get: operations["getExtract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/monitor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List monitors
         *
         * Lists the monitors of your team, page by page; the end is the first empty page.
         */
        get: operations["listMonitors"];
        put?: never;
        /**
         * Create a monitor
         *
         * Schedules recurring checks of pages, sites or searches and reports what changed. Say when in `schedule`, as a cron
         * expression of five fields or in words; at most every 5 minutes. Each check costs what it costs to scrape its pages;
         * the monitor itself costs nothing.
         */
        post: operations["createMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/monitor/{monitorId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the monitor.
                 * @example 01a1fbc6-fe53-703b-9c29-6067c15ce19b
                 */
                monitorId: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        /**
         * Get a monitor
         *
         * Returns one monitor with its schedule, its targets and the summary of its last check.
         */
        get: operations["getMonitor"];
        put?: never;
        post?: never;
        /**
         * Delete a monitor
         *
         * Ends a monitor; its checks go with it. A second call is answered with `404`.
         */
        delete: operations["deleteMonitor"];
        options?: never;
        head?: never;
        /**
         * Change a monitor
         *
         * Changes the fields that are sent, and only those. Set `status` to `paused` or `active` to stop or resume the schedule.
         */
        patch: operations["updateMonitor"];
        trace?: never;
    };
    "/v2/monitor/{monitorId}/run": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the monitor.
                 * @example 01a1fbc6-fe53-703b-9c29-6067c15ce19b
                 */
                monitorId: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a monitor now
         *
         * Starts a run of a monitor, outside its schedule. There is no request body. Two calls in quick succession may both be
         * queued; once a check is running, and while the monitor is paused, the answer is `409`. The run is a
         * [check](#operation/getMonitorCheck), which has its pages. It costs what it costs to scrape them: `estimatedCredits`
         * beforehand, `actualCredits` in the end.
         */
        post: operations["runMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/monitor/{monitorId}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the monitor.
                 * @example 01a1fbc6-fe53-703b-9c29-6067c15ce19b
                 */
                monitorId: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        /**
         * List checks of a monitor
         *
         * Lists the checks of a monitor, the latest first, page by page.
         */
        get: operations["listMonitorChecks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/monitor/{monitorId}/checks/{checkId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the monitor.
                 * @example 01a1fbc6-fe53-703b-9c29-6067c15ce19b
                 */
                monitorId: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        /**
         * Get a check with its pages
         *
         * Returns one check with the pages it looked at: what is the same, new, changed, removed or could not be read, each with its diff. Follow `next` for more pages.
         */
        get: operations["getMonitorCheck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/interact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List browser sessions
         *
         * Lists the browser sessions of your team, the latest first.
         */
        get: operations["listBrowserSessions"];
        put?: never;
        /**
         * Open a browser session
         *
         * Opens a browser of its own, to be driven by code through this API or over the Chrome DevTools Protocol at `cdpUrl`. Unknown keys are ignored here.
         */
        post: operations["createBrowserSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/interact/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` of the browser session.
                 * @example 01a1fbd5-f006-7347-8017-b414086f3336
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Close a browser session
         *
         * Closes a browser session and says how long it lived and what it cost.
         */
        delete: operations["deleteBrowserSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/interact/{sessionId}/execute": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` of the browser session.
                 * @example 01a1fbd5-f006-7347-8017-b414086f3336
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run code in a browser session
         *
         * Runs code in the session. An answer with `success` false and status 200 means that the code itself failed.
         */
        post: operations["executeInBrowserSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/support/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask why a call failed
         *
         * An assistant that diagnoses failed calls. Describe the call and what went wrong; the answer has a text, a confidence
         * rating and, where it can, `fixParameters` to merge into the next try. `validation` says whether that was tested
         * against the live service.
         */
        post: operations["askSupport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/support/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask why a call failed, under /v2
         *
         * The same call at the path where running servers have it. A server that has only this one answers `/support/ask` with a 404 page in HTML.
         */
        post: operations["askSupportUnderV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/support/docs-search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the documentation
         *
         * Answers a question from the documentation of the service and names the pages it rests on.
         */
        post: operations["searchSupportDocs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/team/credit-usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get remaining credits
         *
         * Returns what is left of the credits of the billing period.
         */
        get: operations["getCreditUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/team/credit-usage/historical": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List credits used by period
         *
         * Lists the credits used in each billing period.
         */
        get: operations["listCreditUsageHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/team/token-usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get remaining tokens
         *
         * Returns what is left of the tokens of the billing period. Tokens are what extractions are billed in.
         */
        get: operations["getTokenUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/team/token-usage/historical": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tokens used by period
         *
         * Lists the tokens used in each billing period.
         */
        get: operations["listTokenUsageHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/team/queue-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the queue
         *
         * Returns how many of your jobs wait and run, and how many may run at once.
         */
        get: operations["getQueueStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/concurrency-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the concurrency limit
         *
         * Returns how many requests of your team run at this moment, and how many may.
         */
        get: operations["getConcurrency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/team/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recent calls
         *
         * Lists what your team called lately, the latest first. Pass `cursor` back for more while `has_more` is true.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/team/threat-protection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the threat-protection policy
         *
         * Returns the policy of the organization. Answered with `403` where the feature is not enabled.
         */
        get: operations["getThreatProtection"];
        /**
         * Replace the threat-protection policy
         *
         * Sets the policy of the organization. Answered with `403` where the feature is not enabled.
         */
        put: operations["replaceThreatProtection"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rate any call
         *
         * Says how good the result of a search, scrape, parse or map was, and why: a rating alone is refused. Useful feedback
         * gives credits back, up to a daily cap.
         */
        post: operations["sendFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/search/research/papers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search papers
         *
         * Finds scientific papers by meaning, with optional filters.
         */
        get: operations["searchPapers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/search/research/papers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the paper, `paperId` or one of `ids` in a search result.
                 * @example arxiv:2401.15884
                 */
                id: components["parameters"]["PaperId"];
            };
            cookie?: never;
        };
        /**
         * Read a paper
         *
         * Returns what is known of a paper; with `query` also the passages of its text that answer it.
         */
        get: operations["getPaper"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/search/research/papers/{id}/similar": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the paper, `paperId` or one of `ids` in a search result.
                 * @example arxiv:2401.15884
                 */
                id: components["parameters"]["PaperId"];
            };
            cookie?: never;
        };
        /**
         * Follow a paper to others
         *
         * Finds papers like this one, papers that cite it, or papers it cites, ranked by what you are after.
         */
        get: operations["listSimilarPapers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/search/developer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search developer sources
         *
         * Searches documentation, issues, pull requests and readmes. Filters that are lists repeat their name:
         * `types=doc&types=issue`.
         */
        get: operations["searchDeveloperSources"];
        put?: never;
        /**
         * Search developer sources, by body
         *
         * The same search with its filters in a JSON body, for lists that are too long for a URL.
         */
        post: operations["searchDeveloperSourcesWithBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    crawlStarted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A crawl has started
         *
         * Sent once, when the job begins.
         */
        post: operations["crawlStarted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    crawlPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A crawl has read a page
         *
         * Sent for every page, as soon as it is there.
         */
        post: operations["crawlPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    crawlCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A crawl is completed
         *
         * Sent once, when the job is done. Ask for the status to get its pages.
         */
        post: operations["crawlCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    batchScrapeStarted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A batch scrape has started
         *
         * Sent once, when the job begins.
         */
        post: operations["batchScrapeStarted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    batchScrapePage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A batch scrape has read a page
         *
         * Sent for every page, as soon as it is there.
         */
        post: operations["batchScrapePage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    batchScrapeCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A batch scrape is completed
         *
         * Sent once, when the job is done. Ask for the status to get its pages.
         */
        post: operations["batchScrapeCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    agentStarted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An agent has started
         *
         * Sent once, when the job begins.
         */
        post: operations["agentStarted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    agentAction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An agent has taken a step
         *
         * Sent for every step that the agent takes.
         */
        post: operations["agentAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    agentCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An agent is completed
         *
         * Sent once, with the data that the agent gathered.
         */
        post: operations["agentCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    agentFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An agent has failed
         *
         * Sent once, with the reason in `error`.
         */
        post: operations["agentFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    agentCancelled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An agent was cancelled
         *
         * Sent once, when the agent was stopped.
         */
        post: operations["agentCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    monitorPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A monitor has looked at a page
         *
         * Sent for every page of a check.
         */
        post: operations["monitorPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    monitorCheckCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A check of a monitor is completed
         *
         * Sent once for every check, with its summary.
         */
        post: operations["monitorCheckCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Format: page-url
         *
         * The URL of a page, http or https. Space around it does not count, and `http://` is put before a URL without a scheme,
         * such as `example.com/page` or `127.0.0.1:3903/page`. A host without a dot is refused, such as `http://foo`, unless it
         * is `localhost` or an IP address.
         */
        Url: Url;
        /**
         * Format: css-selector
         *
         * A CSS selector. One that cannot be read is refused.
         */
        CssSelector: CssSelector;
        /**
         * Format: element-selector
         *
         * A CSS selector, with the pseudo-classes of the browser's driver, such as `:has-text("Next")`. One that cannot be read is refused.
         */
        ElementSelector: ElementSelector;
        /**
         * A host name only, without protocol and path. Space around it and capital letters do not count.
         * @maxLength 253
         */
        Hostname: Hostname;
        /**
         * A domain, plain or as a wildcard with the prefix `*.`; no protocol, path or port.
         * @maxLength 255
         */
        DomainPattern: DomainPattern;
        /** The name of an HTTP header. */
        HeaderName: HeaderName;
        /** The value of an HTTP header, on one line and in Latin-1. */
        HeaderValue: HeaderValue;
        /**
         * An ISO 8601 timestamp. Running servers also send the text form of PostgreSQL, such as
         * `2026-11-21 02:00:00+00`: parse leniently.
         * @example 2026-11-21T02:00:00.000Z
         * @example 2026-11-21 02:00:00+00
         */
        Timestamp: Timestamp;
        /** A JSON Schema. A `$schema` key in it has been refused by running servers; leave it out. */
        JsonSchema: JsonSchema;
        /**
         * The JSON Schema of data to extract. An object in it that has `additionalProperties: true` and names no property is
         * refused: give it `properties` or `patternProperties`.
         */
        DataSchema: DataSchema;
        /** A JSON Schema. Null says the same as no schema. */
        OptionalSchema: OptionalSchema;
        /** The JSON Schema of data to extract. Null says the same as no schema. */
        OptionalDataSchema: OptionalDataSchema;
        /**
         * Format: binary
         *
         * The bytes of a file.
         */
        FileContent: FileContent;
        /** A page for people, from a proxy or a server that lacks the route. */
        HtmlPage: HtmlPage;
        /** Confirms that it was done. */
        SuccessResponse: SuccessResponse;
        /** Every failure has this shape, whatever its status. */
        Error: Error;
        /** What went wrong, for programs. New codes may come. */
        ErrorCode: ErrorCode;
        /** One finding of a validation. Further keys depend on its code. */
        ValidationIssue: ValidationIssue;
        /** How to go on after a failure. */
        ErrorDetails: ErrorDetails;
        /** What to search for, where, and what to read of each result. */
        SearchRequest: SearchRequest;
        /**
         * Where the call comes from, such as the name and version of an SDK. For statistics only.
         * @default api
         */
        Origin: Origin;
        /**
         * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
         * your own that begins with `_`. For statistics only.
         */
        Integration: Integration;
        /**
         * Whether to name the tools that data providers offer for the sites of the results. Only the hosted service has
         * them; `@trawl/local` ignores the field.
         */
        DomainTools: DomainTools;
        /**
         * How much to say of each tool. `@trawl/local` has none, and ignores it.
         * @enum {string}
         */
        ToolDetail: ToolDetail;
        /**
         * A kind of results by its name.
         * @enum {string}
         */
        SearchSourceName: SearchSourceName;
        /** A kind of results. */
        SearchSource: SearchSource;
        /** Web pages. */
        WebSource: WebSource;
        /** Images. */
        ImagesSource: ImagesSource;
        /** News articles. */
        NewsSource: NewsSource;
        /**
         * The source `alexandria` by its name.
         * @constant
         */
        AlexandriaSourceName: AlexandriaSourceName;
        /** The tools of data providers. A server without them, such as `@trawl/local`, answers with `403`. */
        AlexandriaSource: AlexandriaSource;
        /**
         * A category by its name. `repo`, `code`, `docs`, `devdex`, `repo_search` and `developer_index` are other names of
         * `developer`, which cannot be combined with other categories. In `@trawl/local` it stands for sites with source
         * code and documentation.
         * @enum {string}
         */
        SearchCategoryName: SearchCategoryName;
        /** A category that results are narrowed to. */
        SearchCategory: SearchCategory;
        /**
         * Time filter, values combined with commas: `qdr:h`, `qdr:d`, `qdr:w`, `qdr:m` or `qdr:y` for the past hour, day,
         * week, month or year; `cdr:1,cd_min:MM/DD/YYYY,cd_max:MM/DD/YYYY` for a range of days; `sbd:1` to sort by date.
         * Servers take every text. `@trawl/local` understands `qdr:n` for the past minute, numbers such as `qdr:h2`, and dates
         * without leading zeros too, and names in the `warning` what it does not understand.
         * @example qdr:w
         * @example sbd:1,qdr:w
         * @example cdr:1,cd_min:01/01/2026,cd_max:06/30/2026
         */
        TimeFilter: TimeFilter;
        /** The answer to a search. */
        SearchResponse: SearchResponse;
        /** The results, one array for each requested source type; by default only `web`. */
        SearchData: SearchData;
        /** A page that was found, with its content when it was scraped. */
        WebResult: WebResult;
        /** An article that was found, with its content when it was scraped. */
        NewsResult: NewsResult;
        /** An image that was found. */
        ImageResult: ImageResult;
        /** What a scrape brings, each field when its format was asked for. */
        ScrapedContent: ScrapedContent;
        /**
         * What is known of the page, all of it optional. Meta tags of the page stand here under their own names, repeated
         * ones as arrays.
         */
        Metadata: Metadata;
        /** How a page is read, wherever pages are read. */
        ScrapeOptions: ScrapeOptions;
        /** The formats of a call that scrapes. `changeTracking` compares the Markdown, and so needs `markdown` beside it. */
        TrackedFormats: TrackedFormats;
        /** How one kind of file is parsed. */
        Parser: Parser;
        /**
         * A parser by its name, with its defaults.
         * @enum {string}
         */
        ParserName: ParserName;
        /** How PDFs are parsed. */
        PdfParser: PdfParser;
        /** How images are parsed, by recognizing characters. `@trawl/local` needs the program `tesseract` for that. */
        ImageParser: ImageParser;
        /** Where the page is read from, and in which languages. Unknown keys are ignored here. */
        Location: Location;
        /** A browser profile that keeps its state: scrapes with the same name share cookies, local storage and sessions. */
        Profile: Profile;
        /** How personal data is redacted from Markdown. */
        RedactPiiOptions: RedactPiiOptions;
        /** Added to SIEM log events, where SIEM logging is enabled for the organization. */
        AuditMetadata: AuditMetadata;
        /**
         * Replaces fields of the threat-protection policy of the organization for this request; omitted fields keep the
         * values of the organization. The feature must be enabled for the team, and the organization must allow overrides
         * per request; otherwise the answer is `403`. Where the feature is enforced, `mode` cannot be `off`.
         */
        ThreatProtectionOverride: ThreatProtectionOverride;
        /**
         * A top-level domain in lower case, without the leading dot.
         * @maxLength 253
         */
        TopLevelDomain: TopLevelDomain;
        /** A format by its name, or with its options. */
        Format: Format;
        /**
         * A format by its name, with its defaults. `question`, `highlights`, `query` and `attributes` need their options.
         * @enum {string}
         */
        FormatName: FormatName;
        /** A format with its options. */
        FormatOptions: FormatOptions;
        /** The page as Markdown. */
        MarkdownFormat: MarkdownFormat;
        /** A summary of the page. */
        SummaryFormat: SummaryFormat;
        /** The cleaned HTML of the page. */
        HtmlFormat: HtmlFormat;
        /** The HTML as the server sent it. */
        RawHtmlFormat: RawHtmlFormat;
        /** The links of the page. */
        LinksFormat: LinksFormat;
        /** The images of the page. */
        ImagesFormat: ImagesFormat;
        /** A screenshot, as a URL. */
        ScreenshotFormat: ScreenshotFormat;
        /**
         * Structured data from the page, by a schema, a prompt, or both. One call has one such format: a second one with options is
         * refused before anything is read or billed.
         */
        JsonFormat: JsonFormat;
        /**
         * The bytes as the server sent them, base64-encoded, whatever they are. It cannot be combined with other formats, nor
         * be had of an uploaded file.
         */
        RawBase64Format: RawBase64Format;
        /**
         * Structured data like `json`, extracted by code instead of a model: the same page gives the same data. It cannot be
         * combined with `json`. `@trawl/local` makes both in the same way, from the structured data of the page.
         */
        DeterministicJsonFormat: DeterministicJsonFormat;
        /**
         * @deprecated
         *
         * An older form of `question` and `highlights`. Without a model `@trawl/local` cannot answer `freeform`:
         * `answer` is then missing and `warning` says so. With `directQuote` it selects the passages like `highlights`.
         */
        QueryFormat: QueryFormat;
        /** What changed since the last scrape of the page. */
        ChangeTrackingFormat: ChangeTrackingFormat;
        /** Colours, fonts and parts of the look of the site. */
        BrandingFormat: BrandingFormat;
        /** The product on the page. */
        ProductFormat: ProductFormat;
        /** The menu on the page. */
        MenuFormat: MenuFormat;
        /** The sound of a video as MP3, from supported video URLs, as a signed URL. */
        AudioFormat: AudioFormat;
        /** The video in the best quality, from supported video URLs, as a signed URL. */
        VideoFormat: VideoFormat;
        /** An answer to a question about the page, returned in `answer`. */
        QuestionFormat: QuestionFormat;
        /** The passages of the page that fit a query, returned in `highlights`. */
        HighlightsFormat: HighlightsFormat;
        /** The values of attributes of elements. */
        AttributesFormat: AttributesFormat;
        /** An attribute of the elements that a selector finds. */
        AttributeSelector: AttributeSelector;
        /** Size of the window, in CSS pixels. */
        Viewport: Viewport;
        /** One thing to do on the page. */
        Action: Action;
        /** Wait for some time. */
        WaitForTimeAction: WaitForTimeAction;
        /** Wait until an element is there. */
        WaitForSelectorAction: WaitForSelectorAction;
        /** Take a screenshot. Its link appears in `actions.screenshots` of the answer. */
        ScreenshotAction: ScreenshotAction;
        /** Click an element. */
        ClickAction: ClickAction;
        /** Type text, character by character, into the element that a click has focused before. */
        WriteAction: WriteAction;
        /** Press a key. */
        PressAction: PressAction;
        /** Scroll the page or an element. */
        ScrollAction: ScrollAction;
        /** Return the URL and the HTML of the page as it is now. */
        ScrapeAction: ScrapeAction;
        /** Run JavaScript on the page. */
        ExecuteJavascriptAction: ExecuteJavascriptAction;
        /** Make a PDF of the page. It appears in `actions.pdfs` of the answer. */
        PdfAction: PdfAction;
        /** The page to read, and how. */
        ScrapeRequest: ScrapeRequest;
        /** The answer to a scrape or a parse. */
        ScrapeResponse: ScrapeResponse;
        /**
         * One page in the formats asked for. A field is there when its format was asked for; a format that the server
         * cannot make is absent or null, and `warning` says why.
         */
        Document: Document;
        /** One page of a PDF. */
        DocumentPage: DocumentPage;
        /** The layout of one page of a PDF. */
        PageLayout: PageLayout;
        /** One block of a page, such as a paragraph or a table. */
        LayoutBlock: LayoutBlock;
        /** How sure the parser is. */
        LayoutConfidence: LayoutConfidence;
        /** The values of one attribute. */
        AttributeValues: AttributeValues;
        /** What the actions brought, each kind in the order of the actions. */
        ActionResults: ActionResults;
        /** A page as it was at one action. */
        ActionScrape: ActionScrape;
        /** What a script returned. */
        JavascriptReturn: JavascriptReturn;
        /** What changed on a page since its last scrape with the same tag. */
        ChangeTracking: ChangeTracking;
        /** A value of the extracted data that changed. */
        ChangedValue: ChangedValue;
        /** A diff of the Markdown. */
        TextDiff: TextDiff;
        /** The look of a site. */
        Branding: Branding;
        /** The colours of a site. */
        BrandingColors: BrandingColors;
        /** A font of the site. */
        BrandingFont: BrandingFont;
        /** How text is set. */
        BrandingTypography: BrandingTypography;
        /** Font families by their use. */
        BrandingFontFamilies: BrandingFontFamilies;
        /** Font sizes by their use, as CSS lengths. */
        BrandingFontSizes: BrandingFontSizes;
        /** Font weights by their name. */
        BrandingFontWeights: BrandingFontWeights;
        /** Line heights by their use. */
        BrandingLineHeights: BrandingLineHeights;
        /** Distances and corners. */
        BrandingSpacing: BrandingSpacing;
        /** How the parts of the site look. */
        BrandingComponents: BrandingComponents;
        /** A button. */
        BrandingButton: BrandingButton;
        /** The images of the brand. */
        BrandingImages: BrandingImages;
        /** An amount of money. */
        Price: Price;
        /** A picture. */
        Picture: Picture;
        /** Whether something can be had. */
        Availability: Availability;
        /** A product. */
        Product: Product;
        /** One variant of a product. */
        ProductVariant: ProductVariant;
        /** A reduced price. */
        ProductSale: ProductSale;
        /** The menu of a restaurant or a shop. */
        Menu: Menu;
        /** Whose menu it is. */
        MenuMerchant: MenuMerchant;
        /** A part of a menu. */
        MenuSection: MenuSection;
        /** One thing on a menu. */
        MenuItem: MenuItem;
        /** What the merchant calls an item. */
        MenuItemIdentifiers: MenuItemIdentifiers;
        /** What to do in the session, as a prompt or as code. */
        InteractRequest: InteractRequest;
        /** What to do, in plain words. */
        PromptInteraction: PromptInteraction;
        /** What to do, as code. */
        CodeInteraction: CodeInteraction;
        /**
         * The language of the code. With `node`, `page` is the open page, as a `Page` of Playwright, and what the code returns
         * is `result`. With `bash`, the code has commands of the browser tool `agent-browser`, such as
         * `agent-browser open https://example.com`. A server may have no shell behind it. It then carries out these commands on
         * the page, one a line, and answers any other line with `success: false` and a list of what it understands:
         * `open`, `back`, `forward`, `reload`, `snapshot`, `click`, `dblclick`, `hover`, `focus`, `check`, `uncheck`, `fill`,
         * `type`, `select`, `press`, `keyboard type`, `keyboard inserttext`, `scroll`, `scrollintoview`, `wait`, `find`,
         * `get` (`text`, `html`, `value`, `attr`, `count`, `box`, `title`, `url`), `is` (`visible`, `enabled`, `checked`),
         * `screenshot`, `pdf`, `eval`, `tab` and `close`. Elements are selected by CSS, or by a ref of the last snapshot such as
         * `@e2`.
         * @default node
         * @enum {string}
         */
        CodeLanguage: CodeLanguage;
        /** What code printed and returned. */
        CodeResult: CodeResult;
        /** What the session did. A prompt is answered in `output`, code in `stdout`, `result` and `stderr`. */
        InteractResponse: InteractResponse;
        /** A file and how to parse it. */
        ParseUpload: ParseUpload;
        /** A file that was uploaded before, and how to parse it. The options stand beside `uploadRef`, not in `options`. */
        ParseReference: ParseReference;
        /** How a file is parsed. What needs a page or a browser is refused. */
        ParseOptions: ParseOptions;
        /** A format that files can have, by its name or with its options. */
        ParseFormat: ParseFormat;
        /** A format with its options. */
        ParseFormatOptions: ParseFormatOptions;
        /** The file that will be uploaded. */
        UploadUrlRequest: UploadUrlRequest;
        /** Where to put a file. */
        UploadUrlResponse: UploadUrlResponse;
        /** Where to put a file, and how. */
        UploadTicket: UploadTicket;
        /** Which pages a crawl visits, and how fast. */
        CrawlOptions: CrawlOptions;
        /** Where a crawl starts, which pages it visits, and how it reads them. */
        CrawlRequest: CrawlRequest;
        /** Where to tell what happens to a job, as your URL, which gets all events, or with options. */
        JobWebhookTarget: JobWebhookTarget;
        /**
         * Format: uri
         *
         * Your URL, http or https.
         */
        WebhookUrl: WebhookUrl;
        /** Where to tell what happens, and what of it. */
        JobWebhook: JobWebhook;
        /** The job that has started. */
        CrawlStarted: CrawlStarted;
        /** The batch that has started. */
        BatchScrapeStarted: BatchScrapeStarted;
        /** The state of a crawl or a batch, and one page of its documents. */
        CrawlJob: CrawlJob;
        /** The job was cancelled. */
        Cancelled: Cancelled;
        /** The pages of a job that could not be read. */
        JobErrors: JobErrors;
        /** A page that failed. */
        JobError: JobError;
        /** The crawls that are running. */
        ActiveCrawls: ActiveCrawls;
        /** A crawl that is running. */
        ActiveCrawl: ActiveCrawl;
        /** The options a crawl was started with, defaults included. */
        ActiveCrawlOptions: ActiveCrawlOptions;
        /** The crawl in plain words. */
        CrawlParamsPreviewRequest: CrawlParamsPreviewRequest;
        /** The options that fit a description. */
        CrawlParamsPreview: CrawlParamsPreview;
        /** Crawl options as the service suggests them. */
        CrawlParams: CrawlParams;
        /** The URLs to scrape, and how. */
        BatchScrapeRequest: BatchScrapeRequest;
        /** The site whose URLs to list. */
        MapRequest: MapRequest;
        /** The URLs of a site. */
        MapResponse: MapResponse;
        /** A URL of the site. */
        MapLink: MapLink;
        /** The data to gather. */
        AgentRequest: AgentRequest;
        /** Where to tell what an agent does, as your URL, which gets all events, or with options. */
        AgentWebhookTarget: AgentWebhookTarget;
        /** Where to tell what an agent does, and what of it. */
        AgentWebhook: AgentWebhook;
        /** Whether and how the agent may use the tools of data providers. The hosted service alone has them; which keys it takes is not documented. */
        AgentExchange: AgentExchange;
        /** The agent that has started. */
        AgentStarted: AgentStarted;
        /** The state of an agent and the data it gathered. */
        AgentJob: AgentJob;
        /**
         * The URLs of the pages that say a value, by the path of the value in the data, such as `companies[0].name`. Not every
         * service sends them.
         */
        ValueSources: ValueSources;
        /** The pages and the data to extract. */
        ExtractRequest: ExtractRequest;
        /** The agent that moves through pages for an extraction. */
        ExtractAgent: ExtractAgent;
        /** The extraction that has started. */
        ExtractStarted: ExtractStarted;
        /** The state of an extraction and its data. */
        ExtractJob: ExtractJob;
        /** What to watch, when, and whom to tell. */
        MonitorCreateRequest: MonitorCreateRequest;
        /** The fields to change; at least one. */
        MonitorUpdateRequest: MonitorUpdateRequest;
        /** When to check, as a cron expression or in words; at most every 5 minutes. */
        MonitorSchedule: MonitorSchedule;
        /** Where to tell what changed, as your URL, which gets all events, or with options. */
        MonitorWebhookTarget: MonitorWebhookTarget;
        /** Where to tell what changed. */
        MonitorWebhook: MonitorWebhook;
        /** Whom to tell besides the webhook. */
        MonitorNotification: MonitorNotification;
        /** Who gets an email. */
        MonitorEmail: MonitorEmail;
        /** One thing to watch. */
        MonitorTarget: MonitorTarget;
        /** Pages. */
        ScrapeTarget: ScrapeTarget;
        /** A site. */
        CrawlTarget: CrawlTarget;
        /** The results of searches. */
        SearchTarget: SearchTarget;
        /** A monitor. */
        Monitor: Monitor;
        /** A schedule as the service understood it. */
        ResolvedSchedule: ResolvedSchedule;
        /**
         * An ISO 8601 timestamp, or null as long as there is none. Running servers also send the text form of PostgreSQL:
         * parse leniently.
         */
        NullableTimestamp: NullableTimestamp;
        /** A target as the service keeps it, with its id and all its defaults. */
        WatchedTarget: WatchedTarget;
        /** A webhook as the service keeps it. */
        ConfiguredWebhook: ConfiguredWebhook;
        /** A monitor. */
        MonitorResponse: MonitorResponse;
        /** One page of monitors. */
        MonitorList: MonitorList;
        /** One run of a monitor, also called a check. */
        MonitorRun: MonitorRun;
        /** What became of a target. */
        TargetResult: TargetResult;
        /** How many pages a run found in each state. */
        MonitorSummary: MonitorSummary;
        /** The run that was queued. */
        MonitorRunResponse: MonitorRunResponse;
        /** One page of runs. */
        MonitorRunList: MonitorRunList;
        /** A check with one page of its results. */
        MonitorCheckResponse: MonitorCheckResponse;
        /** A run with the pages it looked at. */
        MonitorCheck: MonitorCheck;
        /** What a check found on one page. */
        MonitorCheckPage: MonitorCheckPage;
        /** What a page says now. */
        MonitorSnapshot: MonitorSnapshot;
        /** Whether a change matters for the goal. */
        MonitorJudgment: MonitorJudgment;
        /** A change that matters. */
        MonitorChange: MonitorChange;
        /** How long the browser lives, and what it remembers. */
        BrowserSessionRequest: BrowserSessionRequest;
        /** The session that was opened. */
        BrowserSessionCreated: BrowserSessionCreated;
        /** The sessions of your team. */
        BrowserSessionList: BrowserSessionList;
        /** A browser session. */
        BrowserSession: BrowserSession;
        /** The code to run. */
        BrowserExecuteRequest: BrowserExecuteRequest;
        /** The session that was closed. */
        BrowserSessionClosed: BrowserSessionClosed;
        /** The question. */
        SupportAskRequest: SupportAskRequest;
        /** The diagnosis of a failed call. */
        SupportAnswer: SupportAnswer;
        /** The question. */
        SupportDocsQuestion: SupportDocsQuestion;
        /** An answer from the documentation. */
        SupportDocsAnswer: SupportDocsAnswer;
        /** A page that an answer rests on. */
        SupportEvidence: SupportEvidence;
        /** The tokens that an answer took. */
        SupportUsage: SupportUsage;
        /** The credits of the team. */
        CreditUsageResponse: CreditUsageResponse;
        /** The credits of the billing period. */
        CreditUsage: CreditUsage;
        /** The credits used by period. */
        CreditUsageHistory: CreditUsageHistory;
        /** The credits used in one period. */
        CreditPeriod: CreditPeriod;
        /** The tokens of the team. */
        TokenUsageResponse: TokenUsageResponse;
        /** The tokens of the billing period. */
        TokenUsage: TokenUsage;
        /** The tokens used by period. */
        TokenUsageHistory: TokenUsageHistory;
        /** The tokens used in one period. */
        TokenPeriod: TokenPeriod;
        /** The queue of the team. */
        QueueStatus: QueueStatus;
        /** The concurrency of the team. */
        Concurrency: Concurrency;
        /**
         * A kind of call.
         * @enum {string}
         */
        ActivityEndpoint: ActivityEndpoint;
        /** One page of calls. */
        ActivityList: ActivityList;
        /** A call of your team. */
        Activity: Activity;
        /** The policy of the organization. */
        ThreatProtectionPolicyRequest: ThreatProtectionPolicyRequest;
        /** The policy of the organization. */
        ThreatProtectionPolicyResponse: ThreatProtectionPolicyResponse;
        /** The policy of the organization. */
        ThreatProtectionPolicy: ThreatProtectionPolicy;
        /** How good a search was. */
        SearchFeedbackRequest: SearchFeedbackRequest;
        /** A result that helped. */
        ValuableSource: ValuableSource;
        /**
         * Format: uri
         *
         * An http or https URL.
         * @maxLength 2048
         */
        FeedbackUrl: FeedbackUrl;
        /** Something that was not found. */
        MissingContent: MissingContent;
        /**
         * A short label of small letters, digits, `-` and `_`.
         * @maxLength 80
         */
        FeedbackTag: FeedbackTag;
        /** How good the result of a call was. */
        FeedbackRequest: FeedbackRequest;
        /** The feedback was taken. */
        FeedbackResponse: FeedbackResponse;
        /** Ids of a paper by where they come from. */
        PaperIds: PaperIds;
        /** What the score of a paper is made of. */
        PaperSignals: PaperSignals;
        /** A paper that was found. */
        PaperResult: PaperResult;
        /** What is known of a paper. */
        Paper: Paper;
        /** A passage of a paper. */
        PaperPassage: PaperPassage;
        /** The papers that were found. */
        PaperSearchResponse: PaperSearchResponse;
        /** A paper; with a query also the passages that answer it. */
        PaperResponse: PaperResponse;
        /** The papers that a paper leads to. */
        SimilarPapersResponse: SimilarPapersResponse;
        /**
         * A kind of source.
         * @enum {string}
         */
        DeveloperSourceType: DeveloperSourceType;
        /** What to look for, and where. */
        DeveloperSearchRequest: DeveloperSearchRequest;
        /** The places found, and how well each kind was covered. */
        DeveloperSearchResponse: DeveloperSearchResponse;
        /** A place that was found. */
        DeveloperSearchResult: DeveloperSearchResult;
        /** A passage that fits. */
        DeveloperPassage: DeveloperPassage;
        /** How well each kind of source was covered. */
        DeveloperCoverage: DeveloperCoverage;
        /** A repository that was asked for. */
        DeveloperRepo: DeveloperRepo;
        /** Which kinds of source are known of a repository. */
        DeveloperRepoTypes: DeveloperRepoTypes;
        /** A site that was asked for. */
        DeveloperSite: DeveloperSite;
        /** The metadata that was given with the webhook. */
        WebhookMetadata: WebhookMetadata;
        /** A crawl has started. */
        CrawlStartedEvent: CrawlStartedEvent;
        /** A crawl has read a page. */
        CrawlPageEvent: CrawlPageEvent;
        /** A crawl is completed. */
        CrawlCompletedEvent: CrawlCompletedEvent;
        /** A batch scrape has started. */
        BatchScrapeStartedEvent: BatchScrapeStartedEvent;
        /** A batch scrape has read a page. */
        BatchScrapePageEvent: BatchScrapePageEvent;
        /** A batch scrape is completed. */
        BatchScrapeCompletedEvent: BatchScrapeCompletedEvent;
        /** An agent has started. */
        AgentStartedEvent: AgentStartedEvent;
        /** An agent has taken a step. */
        AgentActionEvent: AgentActionEvent;
        /** An agent is completed. */
        AgentCompletedEvent: AgentCompletedEvent;
        /** An agent has failed. */
        AgentFailedEvent: AgentFailedEvent;
        /** An agent was cancelled. */
        AgentCancelledEvent: AgentCancelledEvent;
        /** A monitor has looked at a page. */
        MonitorPageEvent: MonitorPageEvent;
        /** A check of a monitor is completed. */
        MonitorCheckCompletedEvent: MonitorCheckCompletedEvent;
        /** A step of an agent. */
        AgentStep: AgentStep;
        /** What an agent gathered. */
        AgentOutcome: AgentOutcome;
        /** What an agent cost. */
        AgentCost: AgentCost;
        /** What a check found on one page. */
        MonitorPageOutcome: MonitorPageOutcome;
        /** What a check found. */
        MonitorCheckOutcome: MonitorCheckOutcome;
    };
    responses: {
        /** The body is malformed: a wrong type, an unknown key, a value beyond its limit. `details` names the field. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The body is malformed. `details` names the field. Search sends no code. */
        BadSearch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The body is malformed, or has nothing that feedback needs. `details` names the field. */
        BadFeedback: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The id in the path is no UUID, or the body is malformed. `details` names the field. */
        BadSearchFeedback: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The id in the path is no UUID. */
        BadJobId: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The id in the path is no UUID, or a parameter is beyond its limit. `details` names the parameter. */
        BadJobPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The id in the path is no UUID, or the body is malformed. `details` names the field. */
        BadInteraction: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /**
         * The file or its options cannot be taken: a file of an unsupported type, an option that has no meaning for files, an
         * unknown key. `details` names the field.
         */
        BadUpload: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The id in the path is no UUID. */
        BadMonitorId: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The id in the path is no UUID, or the body is malformed. `details` names the field. */
        BadMonitorUpdate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** An id in the path is no UUID, or a parameter is beyond its limit. `details` names it. */
        BadMonitorPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** A parameter is beyond its limit. `details` names it. */
        BadPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** A parameter is missing or beyond its limit. `details` names it. */
        BadQuery: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** A parameter is missing or beyond its limit. `details` names it. */
        BadPaper: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The body is malformed. `details` names the field. */
        BadQuestion: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The body is malformed. `details` names the field. */
        BadSessionOptions: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The body is malformed. `details` names the field. */
        BadCode: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The request is malformed. */
        Malformed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The credentials are missing or invalid. Checked before the request itself is looked at. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The team has not enough credits left. */
        PaymentRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /**
         * Not allowed for this team, for example a threat-protection override while the feature is not enabled or
         * overrides are disabled by the organization.
         */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** Not allowed for this team, for example what another team has made. */
        NotYours: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** No such job, or not yours. A server that lacks the route answers HTML. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
        /** No such scrape, or not yours. A server that lacks the route answers HTML. */
        ScrapeNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
        /** No such call, or not yours. A server that lacks the route answers HTML. */
        NothingToRate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
        /** No such agent job, or not yours. A server that lacks the route answers HTML. */
        AgentNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
        /** No such extraction, or not yours. A server that lacks the route answers HTML. */
        ExtractNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
        /** No such monitor, or not yours. A server that lacks the route answers HTML. */
        MonitorNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
        /** No such monitor or check, or not yours. A server that lacks the route answers HTML. */
        CheckNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
        /** No such session, or not yours. A server that lacks the route answers HTML. */
        SessionNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
        /**
         * With `minAge` and no matching cached data the code is `SCRAPE_NO_CACHED_DATA`, with `lockdown` and a cache miss
         * `SCRAPE_LOCKDOWN_CACHE_MISS`.
         */
        NoCachedPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
        /** The server does not offer this call. It may answer HTML. */
        RouteNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
        /**
         * The request timed out. With `details.state: processing_continues` the work goes on; ask again after
         * `details.retryAfterSeconds`.
         */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** In conflict with what was done before. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The job has ended and cannot be cancelled. */
        AlreadyEnded: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The job has ended and cannot be cancelled. */
        BatchAlreadyEnded: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The job has ended and cannot be cancelled. */
        AgentAlreadyEnded: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The idempotency key was used before. */
        IdempotencyKeyUsed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The session is in use, or cannot be opened again. */
        SessionBusy: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** A check is running, or the monitor is paused. */
        CheckRunning: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The session is over. */
        Gone: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** The body is larger than the server takes. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /**
         * The rate or concurrency limit of the plan, or the keyless allowance, is exceeded. The wait may stand in the
         * header, in `retry_after_seconds`, in the sentence, or nowhere.
         */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** Unexpected server error. */
        ServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** A page that no engine could read, or an unexpected server error. */
        UnreadablePage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** Something behind the service failed. A proxy in front of it may answer HTML. */
        BadGateway: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
        /** The browser of the session failed. A proxy in front of the service may answer HTML. */
        SessionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
        /** The service, or the part of it that this call needs, is not available now. */
        ServiceUnavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
        /** The service has no browser, or none to spare now. */
        BrowserUnavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
        /** The service has no support agent, or it is not available now. */
        SupportUnavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
        /** Something behind the service took too long. A proxy in front of it may answer HTML. */
        GatewayTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
        /** The support agent took too long. A proxy in front of the service may answer HTML. */
        SupportTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
        /** Any other failure. */
        UnexpectedError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
                "text/html": HtmlPage;
            };
        };
    };
    parameters: {
        /**
         * The id of a scrape, `metadata.scrapeId` in its answer. Identifies the browser session too.
         * @example 01a1fbd5-f048-75e7-b166-91889e7d70d6
         */
        ScrapeId: string;
        /**
         * The `id` that the start of the job answered.
         * @example 01a1fbbe-a2ba-70f9-9bab-4b90a93de71f
         */
        JobId: string;
        /**
         * The `id` that the start of the agent answered.
         * @example 01a1fbd5-550b-71f2-a54a-b66f196838fc
         */
        AgentJobId: string;
        /**
         * The id of the monitor.
         * @example 01a1fbc6-fe53-703b-9c29-6067c15ce19b
         */
        MonitorId: string;
        /**
         * The `id` of the browser session.
         * @example 01a1fbd5-f006-7347-8017-b414086f3336
         */
        SessionId: string;
        /**
         * The id of the paper, `paperId` or one of `ids` in a search result.
         * @example arxiv:2401.15884
         */
        PaperId: string;
        /**
         * A UUID of your own. A second start with the same key is refused with `409`, it does not get the first answer
         * again; parallel starts may all succeed. Send one only if that is what you want.
         * @example 2b1f6f3e-9a43-4c1e-8e52-0d5a3f1c7b60
         */
        IdempotencyKey: string;
        /**
         * How many results to pass over.
         * @minimum 0
         * @default 0
         */
        Skip: number;
        /**
         * How many documents at most; a page never holds more than 100 documents or 10 MiB. Servers take `0` too, but then
         * `next` never moves on.
         * @minimum 0
         */
        JobPageLimit: number;
        /**
         * How many entries at most.
         * @minimum 1
         * @maximum 100
         * @default 25
         */
        ListLimit: number;
        /**
         * How many entries to pass over.
         * @minimum 0
         * @default 0
         */
        ListOffset: number;
        /**
         * `sha256=` and the hexadecimal HMAC-SHA256 of the raw body, with the secret of your webhook as the key. Compare in
         * constant time, before the body is parsed.
         * @example sha256=22ff9c58071213451a72b596bebde7eac0b94867d173acf8885456a878bd1c9b
         */
        WebhookSignature: string;
        /**
         * What you look for.
         * @minLength 1
         * @example abort a fetch while its body is read
         */
        DeveloperQuery: string;
        /**
         * How many results at most.
         * @minimum 1
         * @maximum 100
         * @default 10
         */
        DeveloperK: number;
        /** Only these kinds of source. */
        DeveloperTypes: readonly DeveloperSourceType[];
        /** Only these repositories, as `owner/name`. */
        DeveloperRepos: readonly string[];
        /**
         * Only these documentation sites.
         * @maxItems 20
         */
        DeveloperSources: readonly string[];
        /** `only` returns nothing but agent skills. */
        DeveloperSkills: "only";
        /**
         * How many passages to return for each result.
         * @minimum 1
         * @maximum 5
         * @default 1
         */
        DeveloperPassages: number;
        /**
         * Only repositories in this programming language.
         * @example Rust
         */
        DeveloperLanguage: string;
        /**
         * Only repositories with this topic.
         * @example async
         */
        DeveloperTopic: string;
        /**
         * Only repositories under this licence, by its SPDX identifier.
         * @example MIT
         */
        DeveloperLicense: string;
        /**
         * Only repositories with at least so many stars.
         * @minimum 0
         */
        DeveloperMinStars: number;
        /**
         * Only repositories with at most so many stars.
         * @minimum 0
         */
        DeveloperMaxStars: number;
        /** Only archived repositories, or only those that are not. */
        DeveloperArchived: boolean;
        /** Only forks, or only repositories that are none. */
        DeveloperFork: boolean;
    };
    requestBodies: never;
    headers: {
        /**
         * How to authenticate, as a bearer challenge.
         * @example Bearer
         */
        WwwAuthenticate: string;
        /**
         * Seconds to wait, or a date. Seldom sent; the wait may also stand in the body.
         * @example 60
         */
        RetryAfter: string;
        /**
         * Sent with `true` by operations that will go away.
         * @example true
         */
        Deprecation: string;
    };
    pathItems: never;
}
export interface operations {
    searchWeb: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": SearchRequest;
            };
        };
        responses: {
            /** What was found, one array for each requested source. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SearchResponse;
                };
            };
            400: components["responses"]["BadSearch"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    sendSearchFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` of the search.
                 * @example 01a1fbbe-4c22-71ec-88bb-b6a2b6553cf3
                 */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": SearchFeedbackRequest;
            };
        };
        responses: {
            /** The feedback was taken. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FeedbackResponse;
                };
            };
            400: components["responses"]["BadSearchFeedback"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NothingToRate"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    scrapePage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ScrapeRequest;
            };
        };
        responses: {
            /** The page in the formats asked for, or `success` false with the reason. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ScrapeResponse;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoCachedPage"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["UnreadablePage"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getScrape: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a scrape, `metadata.scrapeId` in its answer. Identifies the browser session too.
                 * @example 01a1fbd5-f048-75e7-b166-91889e7d70d6
                 */
                scrapeId: components["parameters"]["ScrapeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The scrape as it was answered the first time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ScrapeResponse;
                };
            };
            400: components["responses"]["BadJobId"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["ScrapeNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    interactWithPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a scrape, `metadata.scrapeId` in its answer. Identifies the browser session too.
                 * @example 01a1fbd5-f048-75e7-b166-91889e7d70d6
                 */
                scrapeId: components["parameters"]["ScrapeId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": InteractRequest;
            };
        };
        responses: {
            /** What the session did, and where to watch it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": InteractResponse;
                };
            };
            400: components["responses"]["BadInteraction"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["ScrapeNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["SessionBusy"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            502: components["responses"]["SessionFailed"];
            503: components["responses"]["BrowserUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    endInteraction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a scrape, `metadata.scrapeId` in its answer. Identifies the browser session too.
                 * @example 01a1fbd5-f048-75e7-b166-91889e7d70d6
                 */
                scrapeId: components["parameters"]["ScrapeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The session is closed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SuccessResponse;
                };
            };
            400: components["responses"]["BadJobId"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["ScrapeNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["BrowserUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    parseFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": ParseUpload;
                "application/json": ParseReference;
            };
        };
        responses: {
            /** The file in the formats asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ScrapeResponse;
                };
            };
            400: components["responses"]["BadUpload"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["UnreadablePage"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createUploadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": UploadUrlRequest;
            };
        };
        responses: {
            /** Where to put the file, and the reference to parse it by. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": UploadUrlResponse;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    uploadFile: {
        parameters: {
            query: {
                /**
                 * The signed reference, part of its URL.
                 * @example eyJ2IjoxLCJmaWxlbmFtZSI6InJlcG9ydC5wZGYifQ.8y7f5Ji7YYep7VLv
                 */
                uploadRef: string;
            };
            header?: never;
            path: {
                /**
                 * The id of the upload, part of its URL.
                 * @example 01a1fbce-a561-77de-8cea-fbdaca3b1ba4
                 */
                id: string;
            };
            cookie?: never;
        };
        /** The bytes of the file, as the media type that the `headers` of the upload's answer name, if they do. */
        requestBody: {
            content: {
                "application/octet-stream": FileContent;
                "*/*": FileContent;
            };
        };
        responses: {
            /** The file is there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SuccessResponse;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    startCrawl: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * A UUID of your own. A second start with the same key is refused with `409`, it does not get the first answer
                 * again; parallel starts may all succeed. Send one only if that is what you want.
                 * @example 2b1f6f3e-9a43-4c1e-8e52-0d5a3f1c7b60
                 */
                "x-idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CrawlRequest;
            };
        };
        responses: {
            /** The job has started, or `success` is false and `error` says why it could not. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CrawlStarted;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["IdempotencyKeyUsed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listActiveCrawls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The crawls that are running. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ActiveCrawls;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listOngoingCrawls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The crawls that are running. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ActiveCrawls;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    previewCrawlParams: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CrawlParamsPreviewRequest;
            };
        };
        responses: {
            /** The options that fit the prompt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CrawlParamsPreview;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getCrawl: {
        parameters: {
            query?: {
                /**
                 * How many results to pass over.
                 * @minimum 0
                 * @default 0
                 */
                skip?: components["parameters"]["Skip"] | undefined;
                /**
                 * How many documents at most; a page never holds more than 100 documents or 10 MiB. Servers take `0` too, but then
                 * `next` never moves on.
                 * @minimum 0
                 */
                limit?: components["parameters"]["JobPageLimit"] | undefined;
            };
            header?: never;
            path: {
                /**
                 * The `id` that the start of the job answered.
                 * @example 01a1fbbe-a2ba-70f9-9bab-4b90a93de71f
                 */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The state of the job and one page of its documents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CrawlJob;
                };
            };
            400: components["responses"]["BadJobPage"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    cancelCrawl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` that the start of the job answered.
                 * @example 01a1fbbe-a2ba-70f9-9bab-4b90a93de71f
                 */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The crawl is cancelled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Cancelled;
                };
            };
            400: components["responses"]["BadJobId"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AlreadyEnded"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listCrawlErrors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` that the start of the job answered.
                 * @example 01a1fbbe-a2ba-70f9-9bab-4b90a93de71f
                 */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The pages that are missing, and why. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": JobErrors;
                };
            };
            400: components["responses"]["BadJobId"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    startBatchScrape: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": BatchScrapeRequest;
            };
        };
        responses: {
            /** The job has started, or `success` is false and `error` says why it could not. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": BatchScrapeStarted;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyUsed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getBatchScrape: {
        parameters: {
            query?: {
                /**
                 * How many results to pass over.
                 * @minimum 0
                 * @default 0
                 */
                skip?: components["parameters"]["Skip"] | undefined;
                /**
                 * How many documents at most; a page never holds more than 100 documents or 10 MiB. Servers take `0` too, but then
                 * `next` never moves on.
                 * @minimum 0
                 */
                limit?: components["parameters"]["JobPageLimit"] | undefined;
            };
            header?: never;
            path: {
                /**
                 * The `id` that the start of the job answered.
                 * @example 01a1fbbe-a2ba-70f9-9bab-4b90a93de71f
                 */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The state of the job and one page of its documents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CrawlJob;
                };
            };
            400: components["responses"]["BadJobPage"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    cancelBatchScrape: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` that the start of the job answered.
                 * @example 01a1fbbe-a2ba-70f9-9bab-4b90a93de71f
                 */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The batch is cancelled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Cancelled;
                };
            };
            400: components["responses"]["BadJobId"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BatchAlreadyEnded"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listBatchScrapeErrors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` that the start of the job answered.
                 * @example 01a1fbbe-a2ba-70f9-9bab-4b90a93de71f
                 */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The pages that are missing, and why. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": JobErrors;
                };
            };
            400: components["responses"]["BadJobId"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    mapSite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": MapRequest;
            };
        };
        responses: {
            /** The URLs of the site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": MapResponse;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    startAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": AgentRequest;
            };
        };
        responses: {
            /** The agent has started. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AgentStarted;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` that the start of the agent answered.
                 * @example 01a1fbd5-550b-71f2-a54a-b66f196838fc
                 */
                jobId: components["parameters"]["AgentJobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The state of the job, with its data once it is there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AgentJob;
                };
            };
            400: components["responses"]["BadJobId"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["AgentNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    cancelAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` that the start of the agent answered.
                 * @example 01a1fbd5-550b-71f2-a54a-b66f196838fc
                 */
                jobId: components["parameters"]["AgentJobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The agent is cancelled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SuccessResponse;
                };
            };
            400: components["responses"]["BadJobId"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["AgentNotFound"];
            409: components["responses"]["AgentAlreadyEnded"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    startExtract: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ExtractRequest;
            };
        };
        responses: {
            /** The job has started. */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ExtractStarted;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getExtract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` that the start of the job answered.
                 * @example 01a1fbbe-a2ba-70f9-9bab-4b90a93de71f
                 */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The state of the job, with its data once it is there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ExtractJob;
                };
            };
            400: components["responses"]["BadJobId"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["ExtractNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listMonitors: {
        parameters: {
            query?: {
                /**
                 * How many entries at most.
                 * @minimum 1
                 * @maximum 100
                 * @default 25
                 */
                limit?: components["parameters"]["ListLimit"] | undefined;
                /**
                 * How many entries to pass over.
                 * @minimum 0
                 * @default 0
                 */
                offset?: components["parameters"]["ListOffset"] | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** One page of monitors. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": MonitorList;
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": MonitorCreateRequest;
            };
        };
        responses: {
            /** The monitor, with the schedule as it was understood. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": MonitorResponse;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the monitor.
                 * @example 01a1fbc6-fe53-703b-9c29-6067c15ce19b
                 */
                monitorId: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The monitor. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": MonitorResponse;
                };
            };
            400: components["responses"]["BadMonitorId"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["MonitorNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the monitor.
                 * @example 01a1fbc6-fe53-703b-9c29-6067c15ce19b
                 */
                monitorId: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The monitor is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SuccessResponse;
                };
            };
            400: components["responses"]["BadMonitorId"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["MonitorNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the monitor.
                 * @example 01a1fbc6-fe53-703b-9c29-6067c15ce19b
                 */
                monitorId: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": MonitorUpdateRequest;
            };
        };
        responses: {
            /** The monitor as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": MonitorResponse;
                };
            };
            400: components["responses"]["BadMonitorUpdate"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["MonitorNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    runMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the monitor.
                 * @example 01a1fbc6-fe53-703b-9c29-6067c15ce19b
                 */
                monitorId: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The run that was queued; `id` equals `data.id`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": MonitorRunResponse;
                };
            };
            400: components["responses"]["BadMonitorId"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["MonitorNotFound"];
            409: components["responses"]["CheckRunning"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listMonitorChecks: {
        parameters: {
            query?: {
                /**
                 * How many entries at most.
                 * @minimum 1
                 * @maximum 100
                 * @default 25
                 */
                limit?: components["parameters"]["ListLimit"] | undefined;
                /**
                 * How many entries to pass over.
                 * @minimum 0
                 * @default 0
                 */
                offset?: components["parameters"]["ListOffset"] | undefined;
                /** Only checks in this state. */
                status?: "queued" | "running" | "completed" | "failed" | "partial" | "skipped_overlap" | undefined;
            };
            header?: never;
            path: {
                /**
                 * The id of the monitor.
                 * @example 01a1fbc6-fe53-703b-9c29-6067c15ce19b
                 */
                monitorId: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** One page of checks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": MonitorRunList;
                };
            };
            400: components["responses"]["BadMonitorPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["MonitorNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getMonitorCheck: {
        parameters: {
            query?: {
                /**
                 * How many entries at most.
                 * @minimum 1
                 * @maximum 100
                 * @default 25
                 */
                limit?: components["parameters"]["ListLimit"] | undefined;
                /**
                 * How many results to pass over.
                 * @minimum 0
                 * @default 0
                 */
                skip?: components["parameters"]["Skip"] | undefined;
                /** Only pages with this result. */
                status?: "same" | "new" | "changed" | "removed" | "error" | undefined;
            };
            header?: never;
            path: {
                /**
                 * The id of the monitor.
                 * @example 01a1fbc6-fe53-703b-9c29-6067c15ce19b
                 */
                monitorId: components["parameters"]["MonitorId"];
                /**
                 * The id of the check, which is the id of its run.
                 * @example 01a1fbc7-009f-73aa-9a6d-739dcc186707
                 */
                checkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The check and one page of its results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": MonitorCheckResponse;
                };
            };
            400: components["responses"]["BadMonitorPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["CheckNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listBrowserSessions: {
        parameters: {
            query?: {
                /** Only sessions in this state. A value that the server does not know gives an empty list. */
                status?: string | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": BrowserSessionList;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["BrowserUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createBrowserSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": BrowserSessionRequest;
            };
        };
        responses: {
            /** The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": BrowserSessionCreated;
                };
            };
            400: components["responses"]["BadSessionOptions"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            502: components["responses"]["SessionFailed"];
            503: components["responses"]["BrowserUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteBrowserSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` of the browser session.
                 * @example 01a1fbd5-f006-7347-8017-b414086f3336
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The session is closed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": BrowserSessionClosed;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["BrowserUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    executeInBrowserSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` of the browser session.
                 * @example 01a1fbd5-f006-7347-8017-b414086f3336
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": BrowserExecuteRequest;
            };
        };
        responses: {
            /** What the code printed and returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CodeResult;
                };
            };
            400: components["responses"]["BadCode"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["SessionNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["SessionBusy"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            502: components["responses"]["SessionFailed"];
            503: components["responses"]["BrowserUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    askSupport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": SupportAskRequest;
            };
        };
        responses: {
            /** The diagnosis. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SupportAnswer;
                };
            };
            400: components["responses"]["BadQuestion"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RouteNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["SupportUnavailable"];
            504: components["responses"]["SupportTimeout"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    askSupportUnderV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": SupportAskRequest;
            };
        };
        responses: {
            /** The diagnosis. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SupportAnswer;
                };
            };
            400: components["responses"]["BadQuestion"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RouteNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["SupportUnavailable"];
            504: components["responses"]["SupportTimeout"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    searchSupportDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": SupportDocsQuestion;
            };
        };
        responses: {
            /** The answer and its evidence. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SupportDocsAnswer;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RouteNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["SupportUnavailable"];
            504: components["responses"]["SupportTimeout"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getCreditUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The credits of the team. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CreditUsageResponse;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["RouteNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listCreditUsageHistory: {
        parameters: {
            query?: {
                /** One entry for each API key instead of one for the team. */
                byApiKey?: boolean | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The billing periods. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CreditUsageHistory;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getTokenUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The tokens of the team. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TokenUsageResponse;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["RouteNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listTokenUsageHistory: {
        parameters: {
            query?: {
                /** One entry for each API key instead of one for the team. */
                byApiKey?: boolean | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The billing periods. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TokenUsageHistory;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getQueueStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The queue of the team. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": QueueStatus;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["RouteNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getConcurrency: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The concurrency of the team. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Concurrency;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["RouteNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /** Only calls of this kind. */
                endpoint?: ActivityEndpoint | undefined;
                /**
                 * How many entries at most.
                 * @minimum 1
                 * @maximum 100
                 * @default 50
                 */
                limit?: number | undefined;
                /** Where to go on, from the answer before. */
                cursor?: string | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** One page of calls. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ActivityList;
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getThreatProtection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ThreatProtectionPolicyResponse;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    replaceThreatProtection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ThreatProtectionPolicyRequest;
            };
        };
        responses: {
            /** The policy as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ThreatProtectionPolicyResponse;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    sendFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": FeedbackRequest;
            };
        };
        responses: {
            /** The feedback was taken. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FeedbackResponse;
                };
            };
            400: components["responses"]["BadFeedback"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NothingToRate"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    searchPapers: {
        parameters: {
            query: {
                /**
                 * What the papers are about.
                 * @minLength 1
                 * @example retrieval augmented generation evaluation
                 */
                query: string;
                /**
                 * How many papers at most.
                 * @minimum 1
                 * @maximum 500
                 * @default 40
                 */
                k?: number | undefined;
                /** Only papers of these authors. */
                authors?: string | undefined;
                /** Only papers in these categories. */
                categories?: string | undefined;
                /** Only papers from this day on. */
                from?: string | undefined;
                /** Only papers up to this day. */
                to?: string | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The papers, best first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PaperSearchResponse;
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["RouteNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getPaper: {
        parameters: {
            query?: {
                /**
                 * A question to the paper.
                 * @minLength 1
                 */
                query?: string | undefined;
                /**
                 * How many passages at most.
                 * @minimum 1
                 * @maximum 50
                 * @default 4
                 */
                k?: number | undefined;
            };
            header?: never;
            path: {
                /**
                 * The id of the paper, `paperId` or one of `ids` in a search result.
                 * @example arxiv:2401.15884
                 */
                id: components["parameters"]["PaperId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The paper, with passages when a query was given. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PaperResponse;
                };
            };
            400: components["responses"]["BadPaper"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["RouteNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listSimilarPapers: {
        parameters: {
            query: {
                /**
                 * What you are after.
                 * @minLength 1
                 * @example newer benchmarks for the same task
                 */
                intent: string;
                /**
                 * Which way to go from the paper.
                 * @default similar
                 */
                mode?: "similar" | "citers" | "references" | undefined;
                /**
                 * How many papers at most.
                 * @minimum 1
                 * @maximum 500
                 * @default 40
                 */
                k?: number | undefined;
                /** Whether a second model orders the result. */
                rerank?: boolean | undefined;
                /** Another paper that the result should be close to. */
                anchor?: string | undefined;
            };
            header?: never;
            path: {
                /**
                 * The id of the paper, `paperId` or one of `ids` in a search result.
                 * @example arxiv:2401.15884
                 */
                id: components["parameters"]["PaperId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The papers, best first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SimilarPapersResponse;
                };
            };
            400: components["responses"]["BadPaper"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["RouteNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    searchDeveloperSources: {
        parameters: {
            query: {
                /**
                 * What you look for.
                 * @minLength 1
                 * @example abort a fetch while its body is read
                 */
                query: components["parameters"]["DeveloperQuery"];
                /**
                 * How many results at most.
                 * @minimum 1
                 * @maximum 100
                 * @default 10
                 */
                k?: components["parameters"]["DeveloperK"] | undefined;
                /** Only these kinds of source. */
                types?: components["parameters"]["DeveloperTypes"] | undefined;
                /** Only these repositories, as `owner/name`. */
                repos?: components["parameters"]["DeveloperRepos"] | undefined;
                /**
                 * Only these documentation sites.
                 * @maxItems 20
                 */
                sources?: components["parameters"]["DeveloperSources"] | undefined;
                /** `only` returns nothing but agent skills. */
                skills?: components["parameters"]["DeveloperSkills"] | undefined;
                /**
                 * How many passages to return for each result.
                 * @minimum 1
                 * @maximum 5
                 * @default 1
                 */
                passages?: components["parameters"]["DeveloperPassages"] | undefined;
                /**
                 * Only repositories in this programming language.
                 * @example Rust
                 */
                language?: components["parameters"]["DeveloperLanguage"] | undefined;
                /**
                 * Only repositories with this topic.
                 * @example async
                 */
                topic?: components["parameters"]["DeveloperTopic"] | undefined;
                /**
                 * Only repositories under this licence, by its SPDX identifier.
                 * @example MIT
                 */
                license?: components["parameters"]["DeveloperLicense"] | undefined;
                /**
                 * Only repositories with at least so many stars.
                 * @minimum 0
                 */
                min_stars?: components["parameters"]["DeveloperMinStars"] | undefined;
                /**
                 * Only repositories with at most so many stars.
                 * @minimum 0
                 */
                max_stars?: components["parameters"]["DeveloperMaxStars"] | undefined;
                /** Only archived repositories, or only those that are not. */
                archived?: components["parameters"]["DeveloperArchived"] | undefined;
                /** Only forks, or only repositories that are none. */
                fork?: components["parameters"]["DeveloperFork"] | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The places found, and how well each kind was covered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": DeveloperSearchResponse;
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["RouteNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    searchDeveloperSourcesWithBody: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": DeveloperSearchRequest;
            };
        };
        responses: {
            /** The places found, and how well each kind was covered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": DeveloperSearchResponse;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["RouteNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    crawlStarted: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * `sha256=` and the hexadecimal HMAC-SHA256 of the raw body, with the secret of your webhook as the key. Compare in
                 * constant time, before the body is parsed.
                 * @example sha256=22ff9c58071213451a72b596bebde7eac0b94867d173acf8885456a878bd1c9b
                 */
                "X-Firecrawl-Signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CrawlStartedEvent;
            };
        };
        responses: {
            /** Your server has taken the delivery. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    crawlPage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * `sha256=` and the hexadecimal HMAC-SHA256 of the raw body, with the secret of your webhook as the key. Compare in
                 * constant time, before the body is parsed.
                 * @example sha256=22ff9c58071213451a72b596bebde7eac0b94867d173acf8885456a878bd1c9b
                 */
                "X-Firecrawl-Signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CrawlPageEvent;
            };
        };
        responses: {
            /** Your server has taken the delivery. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    crawlCompleted: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * `sha256=` and the hexadecimal HMAC-SHA256 of the raw body, with the secret of your webhook as the key. Compare in
                 * constant time, before the body is parsed.
                 * @example sha256=22ff9c58071213451a72b596bebde7eac0b94867d173acf8885456a878bd1c9b
                 */
                "X-Firecrawl-Signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CrawlCompletedEvent;
            };
        };
        responses: {
            /** Your server has taken the delivery. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    batchScrapeStarted: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * `sha256=` and the hexadecimal HMAC-SHA256 of the raw body, with the secret of your webhook as the key. Compare in
                 * constant time, before the body is parsed.
                 * @example sha256=22ff9c58071213451a72b596bebde7eac0b94867d173acf8885456a878bd1c9b
                 */
                "X-Firecrawl-Signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": BatchScrapeStartedEvent;
            };
        };
        responses: {
            /** Your server has taken the delivery. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    batchScrapePage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * `sha256=` and the hexadecimal HMAC-SHA256 of the raw body, with the secret of your webhook as the key. Compare in
                 * constant time, before the body is parsed.
                 * @example sha256=22ff9c58071213451a72b596bebde7eac0b94867d173acf8885456a878bd1c9b
                 */
                "X-Firecrawl-Signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": BatchScrapePageEvent;
            };
        };
        responses: {
            /** Your server has taken the delivery. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    batchScrapeCompleted: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * `sha256=` and the hexadecimal HMAC-SHA256 of the raw body, with the secret of your webhook as the key. Compare in
                 * constant time, before the body is parsed.
                 * @example sha256=22ff9c58071213451a72b596bebde7eac0b94867d173acf8885456a878bd1c9b
                 */
                "X-Firecrawl-Signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": BatchScrapeCompletedEvent;
            };
        };
        responses: {
            /** Your server has taken the delivery. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    agentStarted: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * `sha256=` and the hexadecimal HMAC-SHA256 of the raw body, with the secret of your webhook as the key. Compare in
                 * constant time, before the body is parsed.
                 * @example sha256=22ff9c58071213451a72b596bebde7eac0b94867d173acf8885456a878bd1c9b
                 */
                "X-Firecrawl-Signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": AgentStartedEvent;
            };
        };
        responses: {
            /** Your server has taken the delivery. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    agentAction: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * `sha256=` and the hexadecimal HMAC-SHA256 of the raw body, with the secret of your webhook as the key. Compare in
                 * constant time, before the body is parsed.
                 * @example sha256=22ff9c58071213451a72b596bebde7eac0b94867d173acf8885456a878bd1c9b
                 */
                "X-Firecrawl-Signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": AgentActionEvent;
            };
        };
        responses: {
            /** Your server has taken the delivery. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    agentCompleted: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * `sha256=` and the hexadecimal HMAC-SHA256 of the raw body, with the secret of your webhook as the key. Compare in
                 * constant time, before the body is parsed.
                 * @example sha256=22ff9c58071213451a72b596bebde7eac0b94867d173acf8885456a878bd1c9b
                 */
                "X-Firecrawl-Signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": AgentCompletedEvent;
            };
        };
        responses: {
            /** Your server has taken the delivery. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    agentFailed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * `sha256=` and the hexadecimal HMAC-SHA256 of the raw body, with the secret of your webhook as the key. Compare in
                 * constant time, before the body is parsed.
                 * @example sha256=22ff9c58071213451a72b596bebde7eac0b94867d173acf8885456a878bd1c9b
                 */
                "X-Firecrawl-Signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": AgentFailedEvent;
            };
        };
        responses: {
            /** Your server has taken the delivery. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    agentCancelled: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * `sha256=` and the hexadecimal HMAC-SHA256 of the raw body, with the secret of your webhook as the key. Compare in
                 * constant time, before the body is parsed.
                 * @example sha256=22ff9c58071213451a72b596bebde7eac0b94867d173acf8885456a878bd1c9b
                 */
                "X-Firecrawl-Signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": AgentCancelledEvent;
            };
        };
        responses: {
            /** Your server has taken the delivery. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    monitorPage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * `sha256=` and the hexadecimal HMAC-SHA256 of the raw body, with the secret of your webhook as the key. Compare in
                 * constant time, before the body is parsed.
                 * @example sha256=22ff9c58071213451a72b596bebde7eac0b94867d173acf8885456a878bd1c9b
                 */
                "X-Firecrawl-Signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": MonitorPageEvent;
            };
        };
        responses: {
            /** Your server has taken the delivery. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    monitorCheckCompleted: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * `sha256=` and the hexadecimal HMAC-SHA256 of the raw body, with the secret of your webhook as the key. Compare in
                 * constant time, before the body is parsed.
                 * @example sha256=22ff9c58071213451a72b596bebde7eac0b94867d173acf8885456a878bd1c9b
                 */
                "X-Firecrawl-Signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": MonitorCheckCompletedEvent;
            };
        };
        responses: {
            /** Your server has taken the delivery. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
/**
 * Format: page-url
 *
 * The URL of a page, http or https. Space around it does not count, and `http://` is put before a URL without a scheme,
 * such as `example.com/page` or `127.0.0.1:3903/page`. A host without a dot is refused, such as `http://foo`, unless it
 * is `localhost` or an IP address.
 */
export type Url = string;
/**
 * Format: css-selector
 *
 * A CSS selector. One that cannot be read is refused.
 */
export type CssSelector = string;
/**
 * Format: element-selector
 *
 * A CSS selector, with the pseudo-classes of the browser's driver, such as `:has-text("Next")`. One that cannot be read is refused.
 */
export type ElementSelector = string;
/**
 * A host name only, without protocol and path. Space around it and capital letters do not count.
 * @maxLength 253
 */
export type Hostname = string;
/**
 * A domain, plain or as a wildcard with the prefix `*.`; no protocol, path or port.
 * @maxLength 255
 */
export type DomainPattern = string;
/** The name of an HTTP header. */
export type HeaderName = string;
/** The value of an HTTP header, on one line and in Latin-1. */
export type HeaderValue = string;
/**
 * An ISO 8601 timestamp. Running servers also send the text form of PostgreSQL, such as
 * `2026-11-21 02:00:00+00`: parse leniently.
 * @example 2026-11-21T02:00:00.000Z
 * @example 2026-11-21 02:00:00+00
 */
export type Timestamp = string;
/** A JSON Schema. A `$schema` key in it has been refused by running servers; leave it out. */
export type JsonSchema = {
    [key: string]: unknown;
};
/**
 * The JSON Schema of data to extract. An object in it that has `additionalProperties: true` and names no property is
 * refused: give it `properties` or `patternProperties`.
 */
export type DataSchema = JsonSchema;
/** A JSON Schema. Null says the same as no schema. */
export type OptionalSchema = JsonSchema | null;
/** The JSON Schema of data to extract. Null says the same as no schema. */
export type OptionalDataSchema = DataSchema | null;
/**
 * Format: binary
 *
 * The bytes of a file.
 */
export type FileContent = Blob | ArrayBuffer | Uint8Array;
/** A page for people, from a proxy or a server that lacks the route. */
export type HtmlPage = string;
/** Confirms that it was done. */
export type SuccessResponse = {
    /** True when it was done. */
    success: boolean;
};
/** Every failure has this shape, whatever its status. */
export type Error = {
    /**
     * Always false. Left out by some statuses.
     * @constant
     */
    success?: false;
    /** What went wrong, in a sentence. */
    error: string;
    /** What went wrong, for programs. New codes may come. */
    code?: ErrorCode;
    /** More about it: a list of findings after a validation, an object where the work goes on. */
    details?: ValidationIssue[] | ErrorDetails;
    /** Which allowance is used up, with `429`. */
    reason?: "requests" | "credits" | (string & {});
    /** Seconds to wait before the next try, with `429`. A day has been seen. */
    retry_after_seconds?: number;
    /** The check that is running, with `409` of a monitor run. */
    checkId?: string;
    /** Why feedback was refused. */
    feedbackErrorCode?: string;
};
/** What went wrong, for programs. New codes may come. */
export type ErrorCode = "UNKNOWN_ERROR" | "SCRAPE_NO_CACHED_DATA" | "SCRAPE_LOCKDOWN_CACHE_MISS" | "BAD_REQUEST" | "BAD_REQUEST_INVALID_JSON" | "SCRAPE_TIMEOUT" | "SCRAPE_ALL_ENGINES_FAILED" | "SCRAPE_DNS_RESOLUTION_ERROR" | "SCRAPE_ACTIONS_NOT_SUPPORTED" | "SCRAPE_BRANDING_NOT_SUPPORTED" | "SCRAPE_AUDIO_UNSUPPORTED_URL" | "SCRAPE_VIDEO_UNSUPPORTED_URL" | "unsafe_domain_blocked" | "MAP_TIMEOUT" | "CRAWL_DENIAL" | "UNSUPPORTED_FILE_TYPE" | "PARSE_UNSUPPORTED_OPTIONS" | "PARSE_UPLOAD_UNPARSED_LIMIT_REACHED" | (string & {});
/** One finding of a validation. Further keys depend on its code. */
export type ValidationIssue = {
    /** The kind of finding. */
    code?: "invalid_type" | "invalid_value" | "invalid_format" | "invalid_union" | "too_small" | "too_big" | "unrecognized_keys" | "custom" | (string & {});
    /** Where it is in the request, as keys and positions. */
    path?: (string | number)[];
    /** What is wrong there. */
    message?: string;
    /** The keys that are not known. */
    keys?: string[];
};
/** How to go on after a failure. */
export type ErrorDetails = {
    /** `processing_continues`: the work goes on, the same request later gets its result. */
    state?: "processing_continues" | (string & {});
    /** Seconds to wait before asking again. */
    retryAfterSeconds?: number;
};
/** What to search for, where, and what to read of each result. */
export type SearchRequest = {
    /**
     * What to search for, at most 500 characters. These operators can be used in it:
     *
     * | Operator | Effect |
     * |---|---|
     * | `"text"` | exactly this phrase |
     * | `-` | before a word or an operator: not this |
     * | `site:` | only results from one site |
     * | `filetype:` | only files with this extension; `-filetype:` for all others |
     * | `inurl:` | a word in the URL |
     * | `allinurl:` | several words in the URL |
     * | `intitle:` | a word in the title of the page |
     * | `allintitle:` | several words in the title |
     * | `related:` | results related to a domain |
     * | `imagesize:` | images of exactly these dimensions, as `WIDTHxHEIGHT` |
     * | `larger:` | images larger than these dimensions, as `WIDTHxHEIGHT` |
     * @maxLength 500
     * @example openapi site:github.com -inurl:archive
     */
    query: string;
    /**
     * How many results at most, for each source type when several are used.
     * @minimum 1
     * @maximum 100
     * @default 10
     */
    limit?: number | undefined;
    /**
     * Which kinds of results, as objects or as plain strings; not mixed. The arrays of the answer follow it.
     * @default [
     *   {
     *     "type": "web"
     *   }
     * ]
     */
    sources?: readonly (SearchSource | AlexandriaSource)[] | readonly (SearchSourceName | AlexandriaSourceName)[] | undefined;
    /**
     * Only results of these categories, as objects or as plain strings; not mixed. No filtering by default.
     * @default []
     */
    categories?: readonly SearchCategory[] | readonly SearchCategoryName[] | undefined;
    /**
     * ISO code of the country to search from. For best results set it together with `location`.
     * @default US
     */
    country?: string | undefined;
    /**
     * Region to search from, as a country or as city, region and country.
     * @example Germany
     * @example San Francisco,California,United States
     */
    location?: string | undefined;
    /**
     * Time filter, values combined with commas: `qdr:h`, `qdr:d`, `qdr:w`, `qdr:m` or `qdr:y` for the past hour, day,
     * week, month or year; `cdr:1,cd_min:MM/DD/YYYY,cd_max:MM/DD/YYYY` for a range of days; `sbd:1` to sort by date.
     * Servers take every text. `@trawl/local` understands `qdr:n` for the past minute, numbers such as `qdr:h2`, and dates
     * without leading zeros too, and names in the `warning` what it does not understand.
     * @example qdr:w
     * @example sbd:1,qdr:w
     * @example cdr:1,cd_min:01/01/2026,cd_max:06/30/2026
     */
    tbs?: TimeFilter | undefined;
    /** Only results from these hosts. Cannot be used with `excludeDomains`. */
    includeDomains?: readonly Hostname[] | undefined;
    /** No results from these hosts. Cannot be used with `includeDomains`. */
    excludeDomains?: readonly Hostname[] | undefined;
    /**
     * Whether descriptions and snippets are made of the passages relevant to the query. With false they are those of
     * the provider.
     * @default true
     */
    highlights?: boolean | undefined;
    /**
     * Whether to drop results whose URL other endpoints of the service would refuse.
     * @default false
     */
    ignoreInvalidURLs?: boolean | undefined;
    /**
     * How to scrape each result. Nothing is scraped unless `formats` is given. Running servers refuse the formats
     * `attributes`, `branding` and `changeTracking` here.
     * @default {}
     */
    scrapeOptions?: ScrapeOptions | undefined;
    /**
     * Zero data retention (`zdr`) or anonymized search (`anon`). Must be enabled for the team. `default`, which
     * running servers take as well, asks for neither.
     */
    enterprise?: readonly ("anon" | "zdr" | "default")[] | undefined;
    /**
     * Replaces fields of the threat-protection policy of the organization for this request; omitted fields keep the
     * values of the organization. The feature must be enabled for the team, and the organization must allow overrides
     * per request; otherwise the answer is `403`. Where the feature is enforced, `mode` cannot be `off`.
     */
    threatProtection?: ThreatProtectionOverride | undefined;
    /**
     * How long the search may take, in milliseconds.
     * @minimum 1
     * @default 60000
     */
    timeout?: number | undefined;
    /** Whether to filter explicit results. */
    safe?: boolean | undefined;
    /**
     * ISO code of the language to search in. `@trawl/local` passes it to SearXNG, and ignores it when it searches the
     * pages that it has seen.
     */
    lang?: string | undefined;
    /** A filter in the words of the search provider. `@trawl/local` has no provider that takes one, and ignores it. */
    filter?: string | undefined;
    /**
     * An older way to scrape the results after the answer. Servers accept it, and scrape them before the answer.
     * @default false
     */
    asyncScraping?: boolean | undefined;
    /**
     * Whether to name the tools that data providers offer for the sites of the results. Only the hosted service has
     * them; `@trawl/local` ignores the field.
     */
    domainTools?: DomainTools | undefined;
    /**
     * How much to say of each tool. `@trawl/local` has none, and ignores it.
     * @enum {string}
     */
    toolDetail?: ToolDetail | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
};
/**
 * Where the call comes from, such as the name and version of an SDK. For statistics only.
 * @default api
 */
export type Origin = string;
/**
 * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
 * your own that begins with `_`. For statistics only.
 */
export type Integration = string | null;
/**
 * Whether to name the tools that data providers offer for the sites of the results. Only the hosted service has
 * them; `@trawl/local` ignores the field.
 */
export type DomainTools = boolean;
/**
 * How much to say of each tool. `@trawl/local` has none, and ignores it.
 * @enum {string}
 */
export type ToolDetail = "compact" | "summary" | "full";
/**
 * A kind of results by its name.
 * @enum {string}
 */
export type SearchSourceName = "web" | "images" | "news";
/** A kind of results. */
export type SearchSource = WebSource | ImagesSource | NewsSource;
/** Web pages. */
export type WebSource = {
    /**
     * Web pages.
     * @constant
     */
    type: "web";
    /** Region to search from, for this source. */
    location?: string | undefined;
    /**
     * Time filter, values combined with commas: `qdr:h`, `qdr:d`, `qdr:w`, `qdr:m` or `qdr:y` for the past hour, day,
     * week, month or year; `cdr:1,cd_min:MM/DD/YYYY,cd_max:MM/DD/YYYY` for a range of days; `sbd:1` to sort by date.
     * Servers take every text. `@trawl/local` understands `qdr:n` for the past minute, numbers such as `qdr:h2`, and dates
     * without leading zeros too, and names in the `warning` what it does not understand.
     * @example qdr:w
     * @example sbd:1,qdr:w
     * @example cdr:1,cd_min:01/01/2026,cd_max:06/30/2026
     */
    tbs?: TimeFilter | undefined;
    /** ISO code of the country to search from, for this source. */
    country?: string | undefined;
    /** ISO code of the language to search in, for this source. */
    lang?: string | undefined;
    /** A filter in the words of the search provider, for this source. `@trawl/local` ignores it. */
    filter?: string | undefined;
};
/** Images. */
export type ImagesSource = {
    /**
     * Images.
     * @constant
     */
    type: "images";
};
/** News articles. */
export type NewsSource = {
    /**
     * News articles.
     * @constant
     */
    type: "news";
};
/**
 * The source `alexandria` by its name.
 * @constant
 */
export type AlexandriaSourceName = "alexandria";
/** The tools of data providers. A server without them, such as `@trawl/local`, answers with `403`. */
export type AlexandriaSource = {
    /**
     * Tools of data providers.
     * @constant
     */
    type: "alexandria";
};
/**
 * A category by its name. `repo`, `code`, `docs`, `devdex`, `repo_search` and `developer_index` are other names of
 * `developer`, which cannot be combined with other categories. In `@trawl/local` it stands for sites with source
 * code and documentation.
 * @enum {string}
 */
export type SearchCategoryName = "github" | "research" | "pdf" | "developer" | "repo" | "code" | "docs" | "devdex" | "repo_search" | "developer_index";
/** A category that results are narrowed to. */
export type SearchCategory = {
    /**
     * The category.
     * @enum {string}
     */
    type: "github" | "research" | "pdf" | "developer" | "repo" | "code" | "docs" | "devdex" | "repo_search" | "developer_index";
};
/**
 * Time filter, values combined with commas: `qdr:h`, `qdr:d`, `qdr:w`, `qdr:m` or `qdr:y` for the past hour, day,
 * week, month or year; `cdr:1,cd_min:MM/DD/YYYY,cd_max:MM/DD/YYYY` for a range of days; `sbd:1` to sort by date.
 * Servers take every text. `@trawl/local` understands `qdr:n` for the past minute, numbers such as `qdr:h2`, and dates
 * without leading zeros too, and names in the `warning` what it does not understand.
 * @example qdr:w
 * @example sbd:1,qdr:w
 * @example cdr:1,cd_min:01/01/2026,cd_max:06/30/2026
 */
export type TimeFilter = string;
/** The answer to a search. */
export type SearchResponse = {
    /** Whether the search succeeded. */
    success: boolean;
    /** Id of the search job. Feedback refers to it. */
    id?: string;
    /** The results, one array for each requested source type; by default only `web`. */
    data?: SearchData;
    /** Credits consumed by the search. */
    creditsUsed?: number;
    /** A message when a problem occurred. */
    warning?: string | null;
};
/** The results, one array for each requested source type; by default only `web`. */
export type SearchData = {
    /** Web pages, for source type web. */
    web?: WebResult[];
    /** Images, for source type images. */
    images?: ImageResult[];
    /** News articles, for source type news. */
    news?: NewsResult[];
};
/** A page that was found, with its content when it was scraped. */
export type WebResult = {
    /** URL of the result. */
    url: string;
    /** Title of the result. */
    title?: string;
    /** Description of the result. */
    description?: string;
    /** The category that the result comes from, when a category filter is used. */
    category?: "github" | "research" | "pdf" | "developer" | (string & {});
} & ScrapedContent;
/** An article that was found, with its content when it was scraped. */
export type NewsResult = {
    /** URL of the article. */
    url: string;
    /** Title of the article. */
    title?: string;
    /** The category that the result comes from, when a category filter is used. */
    category?: "github" | "research" | "pdf" | "developer" | (string & {});
    /** Date of the article. */
    date?: string;
    /** Image of the article. */
    imageUrl?: string;
    /** Place among the results. */
    position?: number;
    /** Passage of the article. */
    snippet?: string;
} & ScrapedContent;
/** An image that was found. */
export type ImageResult = {
    /** URL of the image. */
    imageUrl?: string;
    /** Width in pixels. */
    imageWidth?: number;
    /** Height in pixels. */
    imageHeight?: number;
    /** Place among the results. */
    position?: number;
    /** Title of the image. */
    title?: string;
    /** URL of the page that shows the image. */
    url?: string;
};
/** What a scrape brings, each field when its format was asked for. */
export type ScrapedContent = {
    /** The page as Markdown, with format `markdown`. */
    markdown?: string | null;
    /** The cleaned HTML, with format `html`. */
    html?: string | null;
    /** The HTML as the server sent it, with format `rawHtml`. */
    rawHtml?: string | null;
    /** The links of the page, with format `links`. */
    links?: string[];
    /**
     * URL of the screenshot, with format `screenshot`. It expires after 24 hours and can then no longer be
     * downloaded.
     */
    screenshot?: string | null;
    /** Signed URL of an MP3, with format `audio`. It expires after 1 hour. */
    audio?: string | null;
    /** Signed URL of the video, with format `video`. It expires after 1 hour. */
    video?: string | null;
    /** The bytes as the server sent them, base64-encoded, with format `rawBase64`. */
    rawBase64?: string | null;
    /** The answer, with format `question` or `query`. */
    answer?: string | null;
    /** The selected text, with format `highlights`. */
    highlights?: string | null;
    /**
     * What is known of the page, all of it optional. Meta tags of the page stand here under their own names, repeated
     * ones as arrays.
     */
    metadata?: Metadata;
    /** The images of the page, with format `images`. */
    images?: string[];
    /** A summary, with format `summary`. */
    summary?: string | null;
    /**
     * The extracted data, with format `json` or `deterministicJson`; it follows the schema that was sent. Null when the extraction failed,
     * or when the value could not be checked against the schema, with the reason in `warning`.
     */
    json?: unknown;
    /** A PDF page by page, when the parser was asked for `pages`. */
    pages?: DocumentPage[] | null;
    /** The layout of a PDF page by page, when the parser was asked for `blocks`. */
    blocks?: PageLayout[] | null;
    /** The values of attributes, with format `attributes`. */
    attributes?: AttributeValues[];
    /** What the actions brought. */
    actions?: ActionResults | null;
    /**
     * What changed since the last scrape, with format `changeTracking`. Absent when changes could not be tracked, such
     * as of a page that is too long; `warning` says why.
     */
    changeTracking?: ChangeTracking | null;
    /** Colours, fonts and parts of the look of the site, with format `branding`. */
    branding?: Branding | null;
    /** The product on the page, with format `product`. */
    product?: Product | null;
    /** The menu on the page, with format `menu`. */
    menu?: Menu | null;
    /**
     * A message when a problem occurred, such as a capability that the server lacks, or a page whose scripts had not
     * shown its content when it was read.
     */
    warning?: string | null;
};
/**
 * What is known of the page, all of it optional. Meta tags of the page stand here under their own names, repeated
 * ones as arrays.
 */
export type Metadata = {
    /** Title of the page. */
    title?: string | string[];
    /** Description of the page. */
    description?: string | string[];
    /** The URL that was requested. May differ from the final URL after redirects; the name of the file for parse. */
    sourceURL?: string;
    /** The final URL after all redirects. */
    url?: string;
    /** HTTP status of the page itself. */
    statusCode?: number;
    /** What went wrong with the page. */
    error?: string | null;
    /** For PDFs, the pages processed, bounded by `maxPages` of the parser. */
    numPages?: number | null;
    /**
     * For PDFs, the real page count, before `maxPages` limits it; omitted when it cannot be determined. A value
     * larger than `numPages` means that the result was truncated.
     */
    totalPages?: number | null;
    /** Language of the page. */
    language?: string | string[] | null;
    /** Keywords of the page. */
    keywords?: string | string[];
    /** Other languages of the page, by its Open Graph tags. */
    ogLocaleAlternate?: string[];
    /** The Dublin Core tag `dc.date` of the page. */
    dcDate?: string | string[];
    /** The Dublin Core tag `dc.date.created` of the page. */
    dcDateCreated?: string | string[];
    /** The Dublin Core tag `dc.description` of the page. */
    dcDescription?: string | string[];
    /** The Dublin Core tag `dc.subject` of the page. */
    dcSubject?: string | string[];
    /** The Dublin Core tag `dc.type` of the page. */
    dcType?: string | string[];
    /** The Dublin Core tag `dcterms.audience` of the page. */
    dcTermsAudience?: string | string[];
    /** The Dublin Core tag `dcterms.created` of the page. */
    dcTermsCreated?: string | string[];
    /** The Dublin Core tag `dcterms.keywords` of the page. */
    dcTermsKeywords?: string | string[];
    /** The Dublin Core tag `dcterms.subject` of the page. */
    dcTermsSubject?: string | string[];
    /** The Dublin Core tag `dcterms.type` of the page. */
    dcTermsType?: string | string[];
    /** Id of the scrape. Identifies the browser session for interact. */
    scrapeId?: string;
    /** Media type of the page. */
    contentType?: string;
    /** The kind of proxy that was used. */
    proxyUsed?: "basic" | "enhanced" | "stealth" | (string & {});
    /** Credits consumed by the page. */
    creditsUsed?: number | null;
    /** Whether the page is a stored copy (`hit`) or was read for this call (`miss`). */
    cacheState?: "hit" | "miss" | (string & {});
    /**
     * Format: date-time
     *
     * When the stored copy was read, for a page that is a copy. A `maxAge` of 0 asks for a new one.
     */
    cachedAt?: string;
    /** Whether the scrape had to wait for its turn. */
    concurrencyLimited?: boolean;
    /** How long it waited, in milliseconds. */
    concurrencyQueueDurationMs?: number;
} & {
    [key: string]: unknown;
};
/** How a page is read, wherever pages are read. */
export type ScrapeOptions = {
    /**
     * The formats to return, as names or, with options, as objects. Only one of them may be a screenshot.
     * @default [
     *   "markdown"
     * ]
     */
    formats?: readonly Format[] | undefined;
    /**
     * Whether to leave out headers, footers and navigation. A deterministic filter on the HTML before Markdown is
     * made; no model is used.
     * @default true
     */
    onlyMainContent?: boolean | undefined;
    /**
     * Beta: an additional cleaning pass over the Markdown by a model. Can be combined with `onlyMainContent`.
     * Ignored with a warning, and the original kept, when the Markdown exceeds what the model can return. Not
     * compatible with zero data retention.
     * @default false
     */
    onlyCleanContent?: boolean | undefined;
    /** Tags, classes or ids to keep, as CSS selectors. */
    includeTags?: readonly CssSelector[] | undefined;
    /** Tags, classes or ids to leave out, as CSS selectors. */
    excludeTags?: readonly CssSelector[] | undefined;
    /** Headers to send to the page, such as cookies or a user agent. Switches `storeInCache` off. */
    headers?: {
        [key: string]: HeaderValue;
    } | undefined;
    /**
     * Delay before the page is read, in milliseconds, on top of the automatic smart wait. At most half of
     * `timeout`.
     * @minimum 0
     * @default 0
     */
    waitFor?: number | undefined;
    /**
     * How long the scrape may take, in milliseconds.
     * @minimum 1000
     * @maximum 300000
     * @default 60000
     */
    timeout?: number | undefined;
    /**
     * Whether to emulate a mobile device.
     * @default false
     */
    mobile?: boolean | undefined;
    /**
     * Whether to block ads and cookie pop-ups.
     * @default true
     */
    blockAds?: boolean | undefined;
    /**
     * Whether to skip the verification of TLS certificates.
     * @default true
     */
    skipTlsVerification?: boolean | undefined;
    /**
     * Whether to remove base64 images from Markdown: the alt text stays, a placeholder takes the place of the URL.
     * `html` and `rawHtml` are not affected.
     * @default true
     */
    removeBase64Images?: boolean | undefined;
    /**
     * A cached copy newer than this is returned, otherwise the page is fetched again; in milliseconds. The default
     * is 2 days, with `lockdown` 2 years.
     * @minimum 0
     * @default 172800000
     */
    maxAge?: number | undefined;
    /**
     * Asks only the cache, never the page: a copy at least this old, in milliseconds, is returned at once. Without
     * one the answer is `404` with the code `SCRAPE_NO_CACHED_DATA`. `1` accepts any cached copy.
     * @minimum 0
     */
    minAge?: number | undefined;
    /**
     * Serves from the cache only and never contacts the page. On a cache miss the answer is `404` with the code
     * `SCRAPE_LOCKDOWN_CACHE_MISS`, and the URL is not logged. Zero data retention applies, and the default of
     * `maxAge` becomes 2 years.
     * @default false
     */
    lockdown?: boolean | undefined;
    /**
     * Whether to keep the page in the index and the cache. Forced to false by sensitive options such as `actions`
     * or `headers`.
     * @default true
     */
    storeInCache?: boolean | undefined;
    /**
     * The kind of proxy: `basic`, `enhanced`, or `auto` to try again with enhanced ones when the basic ones fail.
     * `stealth` is an older name that running servers take as well.
     * @default auto
     * @enum {string}
     */
    proxy?: "basic" | "enhanced" | "auto" | "stealth" | undefined;
    /**
     * How files are parsed. With an empty list a PDF is returned base64-encoded.
     * @default [
     *   {
     *     "type": "pdf"
     *   }
     * ]
     */
    parsers?: readonly Parser[] | undefined;
    /** Where the page is read from, and in which languages. Unknown keys are ignored here. */
    location?: Location | undefined;
    /**
     * What to do on the page before it is read, in this order.
     * @maxItems 50
     */
    actions?: readonly Action[] | undefined;
    /** A browser profile that keeps its state: scrapes with the same name share cookies, local storage and sessions. */
    profile?: Profile | undefined;
    /**
     * Whether to redact personal data from the returned Markdown; true uses the defaults.
     * @default false
     */
    redactPII?: boolean | RedactPiiOptions | undefined;
    /** Added to SIEM log events, where SIEM logging is enabled for the organization. */
    auditMetadata?: AuditMetadata | undefined;
    /**
     * Replaces fields of the threat-protection policy of the organization for this request; omitted fields keep the
     * values of the organization. The feature must be enabled for the team, and the organization must allow overrides
     * per request; otherwise the answer is `403`. Where the feature is enforced, `mode` cannot be `off`.
     */
    threatProtection?: ThreatProtectionOverride | undefined;
    /**
     * Whether to prefer speed to completeness. `@trawl/local` then runs no scripts of a page that is empty without
     * them, and says so in `warning`.
     * @default false
     */
    fastMode?: boolean | undefined;
    /** Name of a recorded page, for the tests of the service itself. `@trawl/local` ignores it. */
    useMock?: string | undefined;
};
/** The formats of a call that scrapes. `changeTracking` compares the Markdown, and so needs `markdown` beside it. */
export type TrackedFormats = {
    /** The formats to return, as in the options of a scrape. */
    formats?: readonly Format[] | undefined;
};
/** How one kind of file is parsed. */
export type Parser = PdfParser | ImageParser | ParserName;
/**
 * A parser by its name, with its defaults.
 * @enum {string}
 */
export type ParserName = "pdf" | "image";
/** How PDFs are parsed. */
export type PdfParser = {
    /**
     * PDF files.
     * @constant
     */
    type: "pdf";
    /**
     * `fast` reads the text layer, `ocr` recognizes characters, `auto` decides page by page. `@trawl/local` needs the programs `tesseract` and `pdftoppm` to recognize them; `auto` then recognizes pages without text.
     * @default auto
     * @enum {string}
     */
    mode?: "fast" | "auto" | "ocr" | undefined;
    /**
     * How many pages at most.
     * @minimum 1
     * @maximum 10000
     */
    maxPages?: number | undefined;
    /**
     * Whether to return the text page by page.
     * @default false
     */
    pages?: boolean | undefined;
    /**
     * Whether to return the layout of each page.
     * @default false
     */
    blocks?: boolean | undefined;
    /**
     * Whether to mark page breaks in the Markdown.
     * @default false
     */
    pageMarkers?: boolean | undefined;
    /**
     * @deprecated
     *
     * An older name of `pages`, which wins when both are set.
     */
    pageMarkdown?: boolean | undefined;
};
/** How images are parsed, by recognizing characters. `@trawl/local` needs the program `tesseract` for that. */
export type ImageParser = {
    /**
     * Images.
     * @constant
     */
    type: "image";
};
/** Where the page is read from, and in which languages. Unknown keys are ignored here. */
export type Location = {
    /**
     * ISO code of the country, two uppercase letters.
     * @default US
     */
    country?: string | undefined;
    /** Languages in the order of their priority. The default is the language of the location. */
    languages?: readonly string[] | undefined;
};
/** A browser profile that keeps its state: scrapes with the same name share cookies, local storage and sessions. */
export type Profile = {
    /**
     * Name of the profile.
     * @minLength 1
     * @maxLength 128
     */
    name: string;
    /**
     * Whether the session writes its state back. Only one session at a time may.
     * @default true
     */
    saveChanges?: boolean | undefined;
};
/** How personal data is redacted from Markdown. */
export type RedactPiiOptions = {
    /**
     * How thoroughly to look.
     * @default accurate
     * @enum {string}
     */
    mode?: "accurate" | "aggressive" | "fast" | undefined;
    /** What to redact. All kinds, when it is left out. */
    entities?: readonly ("PERSON" | "EMAIL" | "PHONE" | "LOCATION" | "FINANCIAL" | "SECRET")[] | undefined;
    /**
     * `tag` puts a marker such as `<EMAIL>` in its place, `mask` replaces its characters with `*`, `remove` deletes
     * the text.
     * @default tag
     * @enum {string}
     */
    replaceStyle?: "tag" | "mask" | "remove" | undefined;
};
/** Added to SIEM log events, where SIEM logging is enabled for the organization. */
export type AuditMetadata = {
    /**
     * On whose behalf the call is made.
     * @maxLength 1024
     */
    username: string;
};
/**
 * Replaces fields of the threat-protection policy of the organization for this request; omitted fields keep the
 * values of the organization. The feature must be enabled for the team, and the organization must allow overrides
 * per request; otherwise the answer is `403`. Where the feature is enforced, `mode` cannot be `off`.
 */
export type ThreatProtectionOverride = {
    /**
     * `normal` checks URLs with a third-party URL risk service.
     * @enum {string}
     */
    mode?: "off" | "normal" | undefined;
    /**
     * Domains that are always blocked.
     * @maxItems 1000
     */
    blacklist?: readonly DomainPattern[] | undefined;
    /**
     * Domains that are always allowed. Overrides all other rules.
     * @maxItems 1000
     */
    whitelist?: readonly DomainPattern[] | undefined;
    /**
     * Top-level domains that are blocked outright.
     * @maxItems 1000
     */
    blockedTlds?: readonly TopLevelDomain[] | undefined;
    /**
     * Allow (`open`) or block (`closed`) when the classifier cannot be reached.
     * @enum {string}
     */
    failurePolicy?: "open" | "closed" | undefined;
    /**
     * Normalized score at which a verdict blocks the URL. Lower is stricter.
     * @minimum 0
     * @maximum 100
     */
    riskScoreThreshold?: number | undefined;
};
/**
 * A top-level domain in lower case, without the leading dot.
 * @maxLength 253
 */
export type TopLevelDomain = string;
/** A format by its name, or with its options. */
export type Format = FormatName | FormatOptions;
/**
 * A format by its name, with its defaults. `question`, `highlights`, `query` and `attributes` need their options.
 * @enum {string}
 */
export type FormatName = "markdown" | "summary" | "html" | "rawHtml" | "links" | "images" | "screenshot" | "json" | "changeTracking" | "branding" | "product" | "menu" | "audio" | "video" | "rawBase64" | "deterministicJson";
/** A format with its options. */
export type FormatOptions = MarkdownFormat | SummaryFormat | HtmlFormat | RawHtmlFormat | LinksFormat | ImagesFormat | ScreenshotFormat | JsonFormat | ChangeTrackingFormat | BrandingFormat | ProductFormat | MenuFormat | AudioFormat | VideoFormat | QuestionFormat | HighlightsFormat | AttributesFormat | RawBase64Format | DeterministicJsonFormat | QueryFormat;
/** The page as Markdown. */
export type MarkdownFormat = {
    /**
     * The page as Markdown.
     * @constant
     */
    type: "markdown";
};
/** A summary of the page. */
export type SummaryFormat = {
    /**
     * A summary of the page.
     * @constant
     */
    type: "summary";
};
/** The cleaned HTML of the page. */
export type HtmlFormat = {
    /**
     * The cleaned HTML of the page.
     * @constant
     */
    type: "html";
};
/** The HTML as the server sent it. */
export type RawHtmlFormat = {
    /**
     * The HTML as the server sent it.
     * @constant
     */
    type: "rawHtml";
};
/** The links of the page. */
export type LinksFormat = {
    /**
     * The links of the page.
     * @constant
     */
    type: "links";
};
/** The images of the page. */
export type ImagesFormat = {
    /**
     * The images of the page.
     * @constant
     */
    type: "images";
};
/** A screenshot, as a URL. */
export type ScreenshotFormat = {
    /**
     * A screenshot.
     * @constant
     */
    type: "screenshot";
    /**
     * Whether to show the whole page, ignoring the height of the viewport.
     * @default false
     */
    fullPage?: boolean | undefined;
    /**
     * Quality of the image.
     * @minimum 1
     * @maximum 100
     */
    quality?: number | undefined;
    /** Size of the window, in CSS pixels. */
    viewport?: Viewport | undefined;
};
/**
 * Structured data from the page, by a schema, a prompt, or both. One call has one such format: a second one with options is
 * refused before anything is read or billed.
 */
export type JsonFormat = {
    /**
     * Structured data.
     * @constant
     */
    type: "json";
    /** What to extract. */
    prompt?: string | undefined;
    /** The JSON Schema of data to extract. Null says the same as no schema. */
    schema?: OptionalDataSchema | undefined;
    /** Whether to look for instructions to the model in the page. `@trawl/local` ignores it. */
    checkPromptInjection?: boolean | undefined;
};
/**
 * The bytes as the server sent them, base64-encoded, whatever they are. It cannot be combined with other formats, nor
 * be had of an uploaded file.
 */
export type RawBase64Format = {
    /**
     * The bytes.
     * @constant
     */
    type: "rawBase64";
};
/**
 * Structured data like `json`, extracted by code instead of a model: the same page gives the same data. It cannot be
 * combined with `json`. `@trawl/local` makes both in the same way, from the structured data of the page.
 */
export type DeterministicJsonFormat = {
    /**
     * Structured data.
     * @constant
     */
    type: "deterministicJson";
    /**
     * What to extract.
     * @maxLength 10000
     */
    prompt?: string | undefined;
    /** The JSON Schema of data to extract. Null says the same as no schema. */
    schema?: OptionalDataSchema | undefined;
};
/**
 * @deprecated
 *
 * An older form of `question` and `highlights`. Without a model `@trawl/local` cannot answer `freeform`:
 * `answer` is then missing and `warning` says so. With `directQuote` it selects the passages like `highlights`.
 */
export type QueryFormat = {
    /**
     * An answer to a prompt.
     * @constant
     */
    type: "query";
    /**
     * What to answer.
     * @maxLength 10000
     */
    prompt: string;
    /**
     * An answer in words of its own, or passages of the page.
     * @default freeform
     * @enum {string}
     */
    mode?: "freeform" | "directQuote" | undefined;
};
/** What changed since the last scrape of the page. */
export type ChangeTrackingFormat = {
    /**
     * What changed.
     * @constant
     */
    type: "changeTracking";
    /** How changes are reported, as a diff of the text or by key. */
    modes?: readonly ("git-diff" | "json")[] | undefined;
    /** What to compare, for mode `json`. */
    prompt?: string | undefined;
    /** The JSON Schema of data to extract. Null says the same as no schema. */
    schema?: OptionalDataSchema | undefined;
    /**
     * Separates tracking histories of one page.
     * @default null
     */
    tag?: string | null | undefined;
};
/** Colours, fonts and parts of the look of the site. */
export type BrandingFormat = {
    /**
     * Colours, fonts and parts of the look of the site.
     * @constant
     */
    type: "branding";
};
/** The product on the page. */
export type ProductFormat = {
    /**
     * The product on the page.
     * @constant
     */
    type: "product";
};
/** The menu on the page. */
export type MenuFormat = {
    /**
     * The menu on the page.
     * @constant
     */
    type: "menu";
};
/** The sound of a video as MP3, from supported video URLs, as a signed URL. */
export type AudioFormat = {
    /**
     * The sound of a video as MP3, from supported video URLs, as a signed URL.
     * @constant
     */
    type: "audio";
};
/** The video in the best quality, from supported video URLs, as a signed URL. */
export type VideoFormat = {
    /**
     * The video in the best quality, from supported video URLs, as a signed URL.
     * @constant
     */
    type: "video";
};
/** An answer to a question about the page, returned in `answer`. */
export type QuestionFormat = {
    /**
     * An answer to a question.
     * @constant
     */
    type: "question";
    /**
     * The question.
     * @maxLength 10000
     */
    question: string;
};
/** The passages of the page that fit a query, returned in `highlights`. */
export type HighlightsFormat = {
    /**
     * The passages that fit.
     * @constant
     */
    type: "highlights";
    /**
     * What the passages are about.
     * @maxLength 10000
     */
    query: string;
};
/** The values of attributes of elements. */
export type AttributesFormat = {
    /**
     * The values of attributes.
     * @constant
     */
    type: "attributes";
    /** Which attributes of which elements. */
    selectors: readonly AttributeSelector[];
};
/** An attribute of the elements that a selector finds. */
export type AttributeSelector = {
    /** CSS selector of the elements. */
    selector: CssSelector;
    /** Name of the attribute. */
    attribute: string;
};
/** Size of the window, in CSS pixels. */
export type Viewport = {
    /**
     * Width of the window.
     * @minimum 1
     * @maximum 7680
     */
    width: number;
    /**
     * Height of the window.
     * @minimum 1
     * @maximum 4320
     */
    height: number;
};
/** One thing to do on the page. */
export type Action = WaitForTimeAction | WaitForSelectorAction | ScreenshotAction | ClickAction | WriteAction | PressAction | ScrollAction | ScrapeAction | ExecuteJavascriptAction | PdfAction;
/** Wait for some time. */
export type WaitForTimeAction = {
    /**
     * Wait for some time.
     * @constant
     */
    type: "wait";
    /**
     * How long to wait.
     * @minimum 1
     */
    milliseconds: number;
};
/** Wait until an element is there. */
export type WaitForSelectorAction = {
    /**
     * Wait until an element is there.
     * @constant
     */
    type: "wait";
    /** CSS selector of the element. */
    selector: ElementSelector;
};
/** Take a screenshot. Its link appears in `actions.screenshots` of the answer. */
export type ScreenshotAction = {
    /**
     * Take a screenshot. Its link appears in `actions.screenshots` of the answer.
     * @constant
     */
    type: "screenshot";
    /**
     * Whether to show the whole page, ignoring the height of the viewport.
     * @default false
     */
    fullPage?: boolean | undefined;
    /**
     * Quality of the image.
     * @minimum 1
     * @maximum 100
     */
    quality?: number | undefined;
    /** Size of the window, in CSS pixels. */
    viewport?: Viewport | undefined;
};
/** Click an element. */
export type ClickAction = {
    /**
     * Click an element.
     * @constant
     */
    type: "click";
    /** CSS selector of the element. */
    selector: ElementSelector;
    /**
     * Whether to click every match. Then it is no error when nothing matches.
     * @default false
     */
    all?: boolean | undefined;
};
/** Type text, character by character, into the element that a click has focused before. */
export type WriteAction = {
    /**
     * Type text, character by character, into the element that a click has focused before.
     * @constant
     */
    type: "write";
    /** What to type. */
    text: string;
};
/** Press a key. */
export type PressAction = {
    /**
     * Press a key.
     * @constant
     */
    type: "press";
    /** Name of the key, such as `Enter`. */
    key: string;
};
/** Scroll the page or an element. */
export type ScrollAction = {
    /**
     * Scroll the page or an element.
     * @constant
     */
    type: "scroll";
    /**
     * Which way to scroll.
     * @default down
     * @enum {string}
     */
    direction?: "up" | "down" | undefined;
    /** CSS selector of the element, when it is not the page. */
    selector?: ElementSelector | undefined;
};
/** Return the URL and the HTML of the page as it is now. */
export type ScrapeAction = {
    /**
     * Return the URL and the HTML of the page as it is now.
     * @constant
     */
    type: "scrape";
};
/** Run JavaScript on the page. */
export type ExecuteJavascriptAction = {
    /**
     * Run JavaScript on the page.
     * @constant
     */
    type: "executeJavascript";
    /** The code to run. */
    script: string;
};
/** Make a PDF of the page. It appears in `actions.pdfs` of the answer. */
export type PdfAction = {
    /**
     * Make a PDF of the page. It appears in `actions.pdfs` of the answer.
     * @constant
     */
    type: "pdf";
    /**
     * Size of the paper.
     * @default Letter
     * @enum {string}
     */
    format?: "A0" | "A1" | "A2" | "A3" | "A4" | "A5" | "A6" | "Letter" | "Legal" | "Tabloid" | "Ledger" | undefined;
    /**
     * Whether the paper lies on its long side.
     * @default false
     */
    landscape?: boolean | undefined;
    /**
     * Scale of the content.
     * @default 1
     */
    scale?: number | undefined;
};
/** The page to read, and how. */
export type ScrapeRequest = {
    /** The page to read. */
    url: Url;
    /**
     * Whether the service keeps nothing of this call. Must be enabled for the team.
     * @default false
     */
    zeroDataRetention?: boolean | undefined;
    /**
     * Whether to name the tools that data providers offer for the sites of the results. Only the hosted service has
     * them; `@trawl/local` ignores the field.
     */
    domainTools?: DomainTools | undefined;
    /**
     * How much to say of each tool. `@trawl/local` has none, and ignores it.
     * @enum {string}
     */
    toolDetail?: ToolDetail | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
} & (TrackedFormats & ScrapeOptions);
/** The answer to a scrape or a parse. */
export type ScrapeResponse = {
    /** Whether the page could be read. */
    success: boolean;
    /**
     * One page in the formats asked for. A field is there when its format was asked for; a format that the server
     * cannot make is absent or null, and `warning` says why.
     */
    data?: Document;
    /** Why not, when `success` is false. */
    error?: string;
    /** What went wrong, for programs. New codes may come. */
    code?: ErrorCode;
    /** A message when a problem occurred. */
    warning?: string | null;
};
/**
 * One page in the formats asked for. A field is there when its format was asked for; a format that the server
 * cannot make is absent or null, and `warning` says why.
 */
export type Document = ScrapedContent;
/** One page of a PDF. */
export type DocumentPage = {
    /** Number of the page, from 1. */
    pageNumber?: number;
    /** Its text as Markdown. */
    markdown?: string;
};
/** The layout of one page of a PDF. */
export type PageLayout = {
    /** Number of the page, from 1. */
    pageNumber?: number;
    /** Width of the page. */
    width?: number | null;
    /** Height of the page. */
    height?: number | null;
    /** Whether the layout could be read. */
    status?: string;
    /** The blocks of the page. */
    items?: LayoutBlock[];
};
/** One block of a page, such as a paragraph or a table. */
export type LayoutBlock = {
    /** Id of the block. */
    id?: string;
    /** Kind of the block. */
    type?: string;
    /** Finer kind of the block. */
    label?: string | null;
    /**
     * Left, top, right and bottom edge.
     * @minItems 4
     * @maxItems 4
     */
    bbox?: number[] | null;
    /** Text of the block. */
    content?: string;
    /**
     * Where the block stands in the Markdown, from and to.
     * @minItems 2
     * @maxItems 2
     */
    markdownSpan?: number[] | null;
    /** Place in the order of reading. */
    readingOrder?: number;
    /** Where the text comes from. */
    source?: string | null;
    /** How sure the parser is. */
    confidence?: LayoutConfidence;
};
/** How sure the parser is. */
export type LayoutConfidence = {
    /** Of the place and kind of the block. */
    layout?: number | null;
    /** Of its recognized characters. */
    ocr?: number | null;
};
/** The values of one attribute. */
export type AttributeValues = {
    /** The selector that was asked for. */
    selector?: string;
    /** The attribute that was asked for. */
    attribute?: string;
    /** Its values, in the order of the page. */
    values?: string[];
};
/** What the actions brought, each kind in the order of the actions. */
export type ActionResults = {
    /** URLs of the screenshots. They expire after 24 hours. */
    screenshots?: string[];
    /** The pages as they were. */
    scrapes?: ActionScrape[];
    /** What the scripts returned. */
    javascriptReturns?: JavascriptReturn[];
    /** URLs of the PDFs. */
    pdfs?: string[];
};
/** A page as it was at one action. */
export type ActionScrape = {
    /** URL of the page. */
    url?: string;
    /** HTML of the page. */
    html?: string;
};
/** What a script returned. */
export type JavascriptReturn = {
    /** Type of the value. */
    type?: string;
    /**
     * The value. What JSON cannot hold is text, such as the digits of a BigInt, `[object Window]` for a window, and
     * `[Circular]` where an object refers to one that contains it.
     */
    value?: unknown;
};
/** What changed on a page since its last scrape with the same tag. */
export type ChangeTracking = {
    /**
     * Format: date-time
     *
     * When the page was scraped before.
     */
    previousScrapeAt?: string | null;
    /** What happened to the page. */
    changeStatus?: "new" | "same" | "changed" | "removed" | (string & {});
    /** Whether links lead to the page. */
    visibility?: "visible" | "hidden" | (string & {});
    /**
     * What changed in the text, in mode `git-diff`: an object on running servers, a string in their published
     * description.
     */
    diff?: TextDiff | (string | null);
    /** What changed by key, in mode `json`. */
    json?: {
        [key: string]: ChangedValue;
    } | null;
};
/** A value of the extracted data that changed. */
export type ChangedValue = {
    /** The value before. */
    previous?: unknown;
    /** The value now. */
    current?: unknown;
};
/** A diff of the Markdown. */
export type TextDiff = {
    /** The diff in unified form. */
    text?: string;
    /** The same diff, taken apart into files, chunks and lines. */
    json?: unknown;
};
/** The look of a site. */
export type Branding = {
    /** Light or dark. */
    colorScheme?: "light" | "dark" | (string & {});
    /** URL of the logo. */
    logo?: string | null;
    /** The colours of the site, by their part. */
    colors?: BrandingColors | null;
    /** The fonts of the site. */
    fonts?: BrandingFont[] | null;
    /** How text is set. */
    typography?: BrandingTypography | null;
    /** Distances and corners. */
    spacing?: BrandingSpacing | null;
    /** How buttons and inputs look. */
    components?: BrandingComponents | null;
    /** How icons look. */
    icons?: {
        [key: string]: unknown;
    } | null;
    /** The images of the brand. */
    images?: BrandingImages | null;
    /** How things move. */
    animations?: {
        [key: string]: unknown;
    } | null;
    /** How pages are laid out. */
    layout?: {
        [key: string]: unknown;
    } | null;
    /** How the brand speaks. */
    personality?: {
        [key: string]: unknown;
    } | null;
};
/** The colours of a site. */
export type BrandingColors = {
    /** Main colour. */
    primary?: string;
    /** Second colour. */
    secondary?: string;
    /** Colour of accents. */
    accent?: string;
    /** Colour of the background. */
    background?: string;
    /** Colour of text. */
    textPrimary?: string;
    /** Colour of lesser text. */
    textSecondary?: string;
    /** Colour of links. */
    link?: string;
    /** Colour of success. */
    success?: string;
    /** Colour of warnings. */
    warning?: string;
    /** Colour of errors. */
    error?: string;
};
/** A font of the site. */
export type BrandingFont = {
    /** Name of the family. */
    family?: string;
};
/** How text is set. */
export type BrandingTypography = {
    /** Font families by their use. */
    fontFamilies?: BrandingFontFamilies;
    /** Font sizes by their use, as CSS lengths. */
    fontSizes?: BrandingFontSizes;
    /** Font weights by their name. */
    fontWeights?: BrandingFontWeights;
    /** Line heights by their use. */
    lineHeights?: BrandingLineHeights;
};
/** Font families by their use. */
export type BrandingFontFamilies = {
    /** For text. */
    primary?: string;
    /** For headings. */
    heading?: string;
    /** For code. */
    code?: string;
};
/** Font sizes by their use, as CSS lengths. */
export type BrandingFontSizes = {
    /** For main headings. */
    h1?: string;
    /** For second headings. */
    h2?: string;
    /** For third headings. */
    h3?: string;
    /** For text. */
    body?: string;
};
/** Font weights by their name. */
export type BrandingFontWeights = {
    /** Light. */
    light?: number;
    /** Regular. */
    regular?: number;
    /** Medium. */
    medium?: number;
    /** Bold. */
    bold?: number;
};
/** Line heights by their use. */
export type BrandingLineHeights = {
    /** For headings. */
    heading?: string;
    /** For text. */
    body?: string;
};
/** Distances and corners. */
export type BrandingSpacing = {
    /** Unit that distances are multiples of, in pixels. */
    baseUnit?: number;
    /** Radius of corners. */
    borderRadius?: string;
    /** Inner distances. */
    padding?: {
        [key: string]: unknown;
    };
    /** Outer distances. */
    margins?: {
        [key: string]: unknown;
    };
};
/** How the parts of the site look. */
export type BrandingComponents = {
    /** A button. */
    buttonPrimary?: BrandingButton;
    /** A button. */
    buttonSecondary?: BrandingButton;
    /** Input fields. */
    input?: {
        [key: string]: unknown;
    };
};
/** A button. */
export type BrandingButton = {
    /** Colour of its background. */
    background?: string;
    /** Colour of its text. */
    textColor?: string;
    /** Colour of its border. */
    borderColor?: string;
    /** Radius of its corners. */
    borderRadius?: string;
};
/** The images of the brand. */
export type BrandingImages = {
    /** URL of the logo. */
    logo?: string;
    /** URL of the favicon. */
    favicon?: string;
    /** URL of the preview image. */
    ogImage?: string;
};
/** An amount of money. */
export type Price = {
    /** The amount. */
    amount: number;
    /** ISO code of the currency. */
    currency?: string;
    /** The price as the page shows it. */
    formatted?: string;
};
/** A picture. */
export type Picture = {
    /** URL of the picture. */
    url: string;
    /** Its alternative text. */
    alt?: string | null;
};
/** Whether something can be had. */
export type Availability = {
    /** Whether it can be had now. */
    inStock?: boolean;
    /** What the page says about it. */
    text?: string | null;
};
/** A product. */
export type Product = {
    /** Name of the product. */
    title: string;
    /** Brand of the product. */
    brand?: string;
    /** Category of the product. */
    category?: string;
    /** URL of the product. */
    url: string;
    /** Description of the product. */
    description?: string;
    /** What can be bought; a product without variants has one. */
    variants: ProductVariant[];
};
/** One variant of a product. */
export type ProductVariant = {
    /** Id of the variant. */
    id?: string;
    /** Stock-keeping unit. */
    sku?: string;
    /** Name of the variant. */
    title?: string;
    /** What sets it apart, such as size and colour. */
    values?: {
        [key: string]: string;
    };
    /** An amount of money. */
    price?: Price;
    /** A reduced price. */
    sale?: ProductSale;
    /** Whether something can be had. */
    availability: Availability;
    /** Pictures of the variant. */
    images?: Picture[];
};
/** A reduced price. */
export type ProductSale = {
    /** An amount of money. */
    originalPrice: Price;
};
/** The menu of a restaurant or a shop. */
export type Menu = {
    /** Whether the page shows a menu at all. */
    isMenu: boolean;
    /** How sure that is. */
    confidence?: number;
    /** Whose menu it is. */
    merchant?: MenuMerchant;
    /** ISO code of the currency. */
    currency?: string;
    /** The parts of the menu. */
    sections: MenuSection[];
    /** URL of the menu. */
    sourceUrl?: string | null;
};
/** Whose menu it is. */
export type MenuMerchant = {
    /** Name of the merchant. */
    name: string;
    /** Kind of merchant. */
    type?: string;
};
/** A part of a menu. */
export type MenuSection = {
    /** Id of the section. */
    id?: string;
    /** Name of the section. */
    name: string;
    /** Description of the section. */
    description?: string | null;
    /** What it offers. */
    items: MenuItem[];
};
/** One thing on a menu. */
export type MenuItem = {
    /** Id of the item. */
    id?: string;
    /** Name of the item. */
    name: string;
    /** Description of the item. */
    description?: string | null;
    /** Pictures of the item. */
    images?: Picture[];
    /** An amount of money. */
    price?: Price;
    /** Whether something can be had. */
    availability?: Availability;
    /** What diets it fits, such as vegan. */
    dietary?: string[];
    /** Energy in kilocalories. */
    calories?: number | null;
    /** What can be chosen with it. */
    optionGroups?: {
        [key: string]: unknown;
    }[];
    /** What the merchant calls an item. */
    identifiers?: MenuItemIdentifiers;
    /** URL of the item. */
    url?: string | null;
    /** URL of the page that shows it. */
    sourceUrl?: string | null;
};
/** What the merchant calls an item. */
export type MenuItemIdentifiers = {
    /** Id of the item with the merchant. */
    merchantItemId?: string;
};
/** What to do in the session, as a prompt or as code. */
export type InteractRequest = PromptInteraction | CodeInteraction;
/** What to do, in plain words. */
export type PromptInteraction = {
    /**
     * What to do on the page.
     * @minLength 1
     */
    prompt: string;
    /**
     * How long it may take, in seconds.
     * @minimum 1
     * @maximum 300
     * @default 30
     */
    timeout?: number | undefined;
    /**
     * The language of code. Accepted for the sake of shared options; a prompt needs none.
     * @default node
     * @enum {string}
     */
    language?: "python" | "node" | "bash" | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
};
/** What to do, as code. */
export type CodeInteraction = {
    /**
     * The code to run.
     * @minLength 1
     * @maxLength 100000
     */
    code: string;
    /**
     * The language of the code. With `node`, `page` is the open page, as a `Page` of Playwright, and what the code returns
     * is `result`. With `bash`, the code has commands of the browser tool `agent-browser`, such as
     * `agent-browser open https://example.com`. A server may have no shell behind it. It then carries out these commands on
     * the page, one a line, and answers any other line with `success: false` and a list of what it understands:
     * `open`, `back`, `forward`, `reload`, `snapshot`, `click`, `dblclick`, `hover`, `focus`, `check`, `uncheck`, `fill`,
     * `type`, `select`, `press`, `keyboard type`, `keyboard inserttext`, `scroll`, `scrollintoview`, `wait`, `find`,
     * `get` (`text`, `html`, `value`, `attr`, `count`, `box`, `title`, `url`), `is` (`visible`, `enabled`, `checked`),
     * `screenshot`, `pdf`, `eval`, `tab` and `close`. Elements are selected by CSS, or by a ref of the last snapshot such as
     * `@e2`.
     * @default node
     * @enum {string}
     */
    language?: CodeLanguage | undefined;
    /**
     * How long it may take, in seconds.
     * @minimum 1
     * @maximum 300
     * @default 30
     */
    timeout?: number | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
};
/**
 * The language of the code. With `node`, `page` is the open page, as a `Page` of Playwright, and what the code returns
 * is `result`. With `bash`, the code has commands of the browser tool `agent-browser`, such as
 * `agent-browser open https://example.com`. A server may have no shell behind it. It then carries out these commands on
 * the page, one a line, and answers any other line with `success: false` and a list of what it understands:
 * `open`, `back`, `forward`, `reload`, `snapshot`, `click`, `dblclick`, `hover`, `focus`, `check`, `uncheck`, `fill`,
 * `type`, `select`, `press`, `keyboard type`, `keyboard inserttext`, `scroll`, `scrollintoview`, `wait`, `find`,
 * `get` (`text`, `html`, `value`, `attr`, `count`, `box`, `title`, `url`), `is` (`visible`, `enabled`, `checked`),
 * `screenshot`, `pdf`, `eval`, `tab` and `close`. Elements are selected by CSS, or by a ref of the last snapshot such as
 * `@e2`.
 * @default node
 * @enum {string}
 */
export type CodeLanguage = "python" | "node" | "bash";
/** What code printed and returned. */
export type CodeResult = {
    /** Whether it worked. False with status 200 means that the code failed. */
    success: boolean;
    /** What it printed. */
    stdout?: string | null;
    /** What it returned. */
    result?: string | null;
    /** What it printed as errors. */
    stderr?: string | null;
    /** Its exit status. */
    exitCode?: number | null;
    /** Whether it was stopped at its timeout. */
    killed?: boolean;
    /** What went wrong, when `success` is false. */
    error?: string | null;
};
/** What the session did. A prompt is answered in `output`, code in `stdout`, `result` and `stderr`. */
export type InteractResponse = {
    /** Id of the browser session. */
    sessionId?: string;
    /** Where to drive the browser over the Chrome DevTools Protocol. */
    cdpUrl?: string | null;
    /** Where to watch the browser. */
    liveViewUrl?: string | null;
    /** Where to watch and use the browser. */
    interactiveLiveViewUrl?: string | null;
    /** The answer to a prompt. */
    output?: string | null;
} & CodeResult;
/** A file and how to parse it. */
export type ParseUpload = {
    /**
     * Format: binary
     *
     * The file, with its name. The extension of the name decides how it is parsed.
     */
    file: Blob | ArrayBuffer | Uint8Array;
    /** How a file is parsed. What needs a page or a browser is refused. */
    options?: ParseOptions | undefined;
};
/** A file that was uploaded before, and how to parse it. The options stand beside `uploadRef`, not in `options`. */
export type ParseReference = {
    /** The reference of the upload. */
    uploadRef: string;
} & ParseOptions;
/** How a file is parsed. What needs a page or a browser is refused. */
export type ParseOptions = {
    /**
     * The formats to return, as names or, with options, as objects.
     * @default [
     *   "markdown"
     * ]
     */
    formats?: readonly ParseFormat[] | undefined;
    /**
     * Whether to leave out headers, footers and navigation of HTML.
     * @default true
     */
    onlyMainContent?: boolean | undefined;
    /** Tags, classes or ids to keep, as CSS selectors. */
    includeTags?: readonly CssSelector[] | undefined;
    /** Tags, classes or ids to leave out, as CSS selectors. */
    excludeTags?: readonly CssSelector[] | undefined;
    /** Accepted for the sake of shared options; a file needs none. */
    headers?: {
        [key: string]: HeaderValue;
    } | undefined;
    /**
     * How long it may take, in milliseconds.
     * @minimum 1
     * @default 30000
     */
    timeout?: number | undefined;
    /**
     * How PDFs are parsed. With an empty list a PDF is returned base64-encoded.
     * @default [
     *   {
     *     "type": "pdf"
     *   }
     * ]
     */
    parsers?: readonly Parser[] | undefined;
    /**
     * Accepted for the sake of shared options.
     * @default true
     */
    skipTlsVerification?: boolean | undefined;
    /**
     * Whether to remove base64 images from Markdown.
     * @default true
     */
    removeBase64Images?: boolean | undefined;
    /**
     * Accepted for the sake of shared options.
     * @default true
     */
    blockAds?: boolean | undefined;
    /**
     * Whether to redact personal data from the returned Markdown; true uses the defaults.
     * @default false
     */
    redactPII?: boolean | RedactPiiOptions | undefined;
    /**
     * Accepted for the sake of shared options.
     * @enum {string}
     */
    proxy?: "basic" | "auto" | undefined;
    /**
     * Accepted for the sake of shared options; no file is cached.
     * @minimum 0
     */
    maxAge?: number | undefined;
    /**
     * Accepted for the sake of shared options; no file is cached.
     * @minimum 0
     */
    minAge?: number | undefined;
    /**
     * Accepted for the sake of shared options; no file is cached.
     * @default true
     */
    storeInCache?: boolean | undefined;
    /**
     * Accepted for the sake of shared options, as long as it says not to wait.
     * @constant
     */
    waitFor?: 0 | undefined;
    /**
     * Accepted for the sake of shared options, as long as it is false.
     * @constant
     */
    mobile?: false | undefined;
    /**
     * Accepted for the sake of shared options, as long as it is empty.
     * @constant
     */
    actions?: readonly never[] | undefined;
    /** A browser profile that keeps its state: scrapes with the same name share cookies, local storage and sessions. */
    profile?: Profile | undefined;
    /**
     * Accepted for the sake of shared options.
     * @default false
     */
    fastMode?: boolean | undefined;
    /** Accepted for the sake of shared options. */
    useMock?: string | undefined;
    /**
     * Whether to name the tools that data providers offer for the sites of the results. Only the hosted service has
     * them; `@trawl/local` ignores the field.
     */
    domainTools?: DomainTools | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
    /** Added to SIEM log events, where SIEM logging is enabled for the organization. */
    auditMetadata?: AuditMetadata | undefined;
    /**
     * Whether the service keeps nothing of this call.
     * @default false
     */
    zeroDataRetention?: boolean | undefined;
};
/** A format that files can have, by its name or with its options. */
export type ParseFormat = ("markdown" | "summary" | "html" | "rawHtml" | "links" | "images" | "json" | "deterministicJson" | "product" | "menu") | ParseFormatOptions;
/** A format with its options. */
export type ParseFormatOptions = MarkdownFormat | SummaryFormat | HtmlFormat | RawHtmlFormat | LinksFormat | ImagesFormat | JsonFormat | DeterministicJsonFormat | ProductFormat | MenuFormat | AttributesFormat | QuestionFormat | HighlightsFormat | QueryFormat;
/** The file that will be uploaded. */
export type UploadUrlRequest = {
    /**
     * Name of the file. Its extension decides how it is parsed; not every extension is taken.
     * @minLength 1
     * @maxLength 512
     */
    filename: string;
    /**
     * Media type of the file.
     * @minLength 1
     * @maxLength 255
     */
    contentType?: string | undefined;
    /**
     * Size of the file in bytes, at most 50 MiB.
     * @minimum 1
     * @maximum 52428800
     */
    declaredSizeBytes?: number | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
};
/** Where to put a file. */
export type UploadUrlResponse = {
    /** Whether the URL was made. */
    success: boolean;
    /** Where to put a file, and how. */
    data?: UploadTicket;
};
/** Where to put a file, and how. */
export type UploadTicket = {
    /** Where to put the file. */
    uploadUrl: string;
    /** The reference to parse the file by. */
    uploadRef: string;
    /** The method to use. */
    method?: "PUT" | "POST" | (string & {});
    /** Headers to send with the file. */
    headers?: {
        [key: string]: string;
    };
    /** Form fields to send before the file, with `POST`. */
    fields?: {
        [key: string]: string;
    };
    /** When the URL expires. */
    expiresAt?: string;
    /** Size of the largest file that is taken, in bytes. */
    maxSizeBytes?: number;
};
/** Which pages a crawl visits, and how fast. */
export type CrawlOptions = {
    /** Regular expressions; a page whose path matches one is left out. */
    excludePaths?: readonly string[] | undefined;
    /**
     * Regular expressions; only pages whose path matches one are visited, the start page included. They match the
     * characters of a path, however its URL encodes them.
     */
    includePaths?: readonly string[] | undefined;
    /**
     * How many links away from the start page at most.
     * @minimum 0
     */
    maxDiscoveryDepth?: number | undefined;
    /**
     * Whether to use the sitemap of the site as well, or nothing but the sitemap. Of a site without one, `only` brings the
     * start page.
     * @default include
     * @enum {string}
     */
    sitemap?: "skip" | "include" | "only" | undefined;
    /**
     * Whether URLs that differ only in their query are one page. The first of them that is found is read, with its query.
     * @default false
     */
    ignoreQueryParameters?: boolean | undefined;
    /**
     * Whether URLs that differ only in small things, such as a trailing slash, are one page.
     * @default true
     */
    deduplicateSimilarURLs?: boolean | undefined;
    /**
     * Whether the regular expressions see the whole URL instead of its path.
     * @default false
     */
    regexOnFullURL?: boolean | undefined;
    /**
     * How many pages at most. A fraction counts as the next whole number, and a number below 0 as 0.
     * @default 10000
     */
    limit?: number | undefined;
    /**
     * Whether to follow links to siblings and parents, not only below the start page.
     * @default false
     */
    crawlEntireDomain?: boolean | undefined;
    /**
     * Whether to follow links to other sites.
     * @default false
     */
    allowExternalLinks?: boolean | undefined;
    /**
     * Whether to follow links to subdomains.
     * @default false
     */
    allowSubdomains?: boolean | undefined;
    /**
     * Whether to ignore robots.txt. Answered with `403` where it is not enabled for the team.
     * @default false
     */
    ignoreRobotsTxt?: boolean | undefined;
    /** The name that robots.txt is read for. */
    robotsUserAgent?: string | undefined;
    /**
     * Seconds to wait between two pages, more than 0 and at most 60. Makes the crawl read one page at a time. Leave it
     * out not to wait.
     * @exclusiveMinimum 0
     * @maximum 60
     */
    delay?: number | undefined;
    /**
     * How many pages at once.
     * @minimum 1
     */
    maxConcurrency?: number | undefined;
};
/** Where a crawl starts, which pages it visits, and how it reads them. */
export type CrawlRequest = {
    /** Where to start. */
    url: Url;
    /** Which pages to visit, in plain words. Options that are given explicitly win. An empty text is no prompt. */
    prompt?: string | undefined;
    /** Where to tell what happens to a job, as your URL, which gets all events, or with options. */
    webhook?: JobWebhookTarget | undefined;
    /** How to read each page. */
    scrapeOptions?: ScrapeOptions | undefined;
    /**
     * Whether the service keeps nothing of this job.
     * @default false
     */
    zeroDataRetention?: boolean | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
} & CrawlOptions;
/** Where to tell what happens to a job, as your URL, which gets all events, or with options. */
export type JobWebhookTarget = WebhookUrl | JobWebhook;
/**
 * Format: uri
 *
 * Your URL, http or https.
 */
export type WebhookUrl = string;
/** Where to tell what happens, and what of it. */
export type JobWebhook = {
    /**
     * Format: uri
     *
     * Your URL, http or https.
     */
    url: WebhookUrl;
    /** Headers to send with each delivery. */
    headers?: {
        [key: string]: HeaderValue;
    } | undefined;
    /** Sent back with each delivery. */
    metadata?: {
        [key: string]: unknown;
    } | undefined;
    /**
     * Which deliveries to send. All, when it is left out. `failed` may be asked for, but nothing is known to be sent
     * for it: the status of the job says it.
     */
    events?: readonly ("completed" | "page" | "failed" | "started")[] | undefined;
};
/** The job that has started. */
export type CrawlStarted = {
    /** Whether the job has started. */
    success: boolean;
    /**
     * Format: uuid
     *
     * Id of the job.
     */
    id?: string;
    /** Where to ask for its status. Behind a proxy its host may be wrong; use the id. */
    url?: string;
    /** A message about an option that is not applied as it was sent. */
    warning?: string | null;
    /** Why not, when `success` is false. */
    error?: string;
};
/** The batch that has started. */
export type BatchScrapeStarted = {
    /** The URLs that were left out. */
    invalidURLs?: string[] | null;
} & CrawlStarted;
/** The state of a crawl or a batch, and one page of its documents. */
export type CrawlJob = {
    /** False when the job could not start; `error` says why. */
    success?: boolean;
    /** The state of the job. Take one that you do not know for "still working". */
    status: "scraping" | "completed" | "failed" | "cancelled" | (string & {});
    /** How many pages are known. May shrink after a cancel. */
    total?: number;
    /** How many pages were read. */
    completed?: number;
    /** Credits consumed so far. `-1` on servers that do not count. */
    creditsUsed?: number;
    /**
     * Format: date-time
     *
     * Until when the results are kept. Moves on with every call.
     */
    expiresAt?: string;
    /**
     * Format: date-time
     *
     * When the job was started.
     */
    createdAt?: string;
    /**
     * Format: date-time
     *
     * When it ended.
     */
    completedAt?: string;
    /** How long it took, in seconds. */
    duration?: number;
    /** URL of the next page of documents. Use its path and query only. */
    next?: string | null;
    /** One page of documents. */
    data?: Document[];
    /**
     * A message when a problem occurred, for example why the job brought nothing, or that robots.txt kept pages out.
     * `@trawl/local` also says how many images, archives and media files a crawl found and left out, and how many links
     * whose path repeats itself, such as `/en/docs/en/docs/en/docs/en/docs`.
     */
    warning?: string | null;
    /** What went wrong, when the job failed. */
    error?: string;
};
/** The job was cancelled. */
export type Cancelled = {
    /** The state of the job now. */
    status: "cancelled" | (string & {});
};
/** The pages of a job that could not be read. */
export type JobErrors = {
    /** The pages that failed. */
    errors: JobError[];
    /** The URLs that robots.txt forbids. */
    robotsBlocked: string[];
};
/** A page that failed. */
export type JobError = {
    /** Id of the scrape. */
    id?: string;
    /** When it failed. */
    timestamp?: string | null;
    /** URL of the page. */
    url?: string;
    /** What went wrong, for programs. New codes may come. */
    code?: ErrorCode;
    /** What went wrong, in a sentence. */
    error?: string;
};
/** The crawls that are running. */
export type ActiveCrawls = {
    /** Whether the list could be made. */
    success: boolean;
    /** The crawls. */
    crawls?: ActiveCrawl[];
};
/** A crawl that is running. */
export type ActiveCrawl = {
    /**
     * Format: uuid
     *
     * Id of the job.
     */
    id: string;
    /** Whose crawl it is. */
    teamId: string;
    /** Where it started. */
    url: string;
    /** When it started. */
    created_at?: string;
    /** The options a crawl was started with, defaults included. */
    options: ActiveCrawlOptions;
};
/** The options a crawl was started with, defaults included. */
export type ActiveCrawlOptions = {
    /** How each page is read, as the server keeps it. */
    scrapeOptions?: {
        [key: string]: unknown;
    };
};
/** The crawl in plain words. */
export type CrawlParamsPreviewRequest = {
    /** Where the crawl would start. */
    url: Url;
    /**
     * Which pages it should visit.
     * @maxLength 10000
     */
    prompt: string;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
};
/** The options that fit a description. */
export type CrawlParamsPreview = {
    /** Whether options were found. */
    success: boolean;
    /** Crawl options as the service suggests them. */
    data?: CrawlParams;
};
/** Crawl options as the service suggests them. */
export type CrawlParams = {
    /** Where to start. */
    url?: string;
    /** Regular expressions for the paths to visit. */
    includePaths?: string[];
    /** Regular expressions for the paths to leave out. */
    excludePaths?: string[];
    /** How deep paths may be. */
    maxDepth?: number;
    /** How many links away from the start page at most. */
    maxDiscoveryDepth?: number;
    /** Whether to follow links to siblings and parents, too. */
    crawlEntireDomain?: boolean;
    /** Whether to follow links to other sites. */
    allowExternalLinks?: boolean;
    /** Whether to follow links to subdomains. */
    allowSubdomains?: boolean;
    /** Whether to use the sitemap. */
    sitemap?: "skip" | "include" | (string & {});
    /** Whether URLs that differ only in their query are one page. */
    ignoreQueryParameters?: boolean;
    /** Whether to ignore robots.txt. */
    ignoreRobotsTxt?: boolean;
    /** The name that robots.txt is read for. */
    robotsUserAgent?: string;
    /** Whether URLs that differ only in small things, such as a trailing slash, are one page. */
    deduplicateSimilarURLs?: boolean;
    /** Seconds to wait between two pages. */
    delay?: number;
    /** How many pages at most. */
    limit?: number;
};
/** The URLs to scrape, and how. */
export type BatchScrapeRequest = {
    /**
     * The pages to read, as in the `url` of a scrape. A list without a single valid URL is refused with
     * `No valid URLs provided`.
     * @minItems 1
     */
    urls: readonly string[];
    /** Where to tell what happens to a job, as your URL, which gets all events, or with options. */
    webhook?: JobWebhookTarget | undefined;
    /**
     * How many pages at once.
     * @minimum 1
     */
    maxConcurrency?: number | undefined;
    /**
     * Whether to leave out invalid URLs, which the answer then lists in `invalidURLs`, instead of refusing the whole
     * list. Send it: without it, some servers refuse the list, and others leave the invalid URLs out. URLs that threat
     * protection blocks are left out unless it is false.
     */
    ignoreInvalidURLs?: boolean | undefined;
    /**
     * Format: uuid
     *
     * A batch of your team to add the URLs to.
     */
    appendToId?: string | undefined;
    /**
     * Whether the service keeps nothing of this job.
     * @default false
     */
    zeroDataRetention?: boolean | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
} & (TrackedFormats & ScrapeOptions);
/** The site whose URLs to list. */
export type MapRequest = {
    /** The site. Where it redirects to another site, that one is mapped. */
    url: Url;
    /** Words that the URLs should match; the best come first. */
    search?: string | undefined;
    /**
     * Whether to use the sitemap as well, or nothing but the sitemap. Of a site without one, `only` lists the start page.
     * @default include
     * @enum {string}
     */
    sitemap?: "skip" | "include" | "only" | undefined;
    /**
     * Whether to list URLs of subdomains.
     * @default true
     */
    includeSubdomains?: boolean | undefined;
    /**
     * Whether URLs that differ only in their query are one, which is listed without a query.
     * @default true
     */
    ignoreQueryParameters?: boolean | undefined;
    /**
     * Whether to look afresh.
     * @default false
     */
    ignoreCache?: boolean | undefined;
    /**
     * How many URLs at most. The part after the decimal point does not count.
     * @minimum 1
     * @maximum 100000
     * @default 5000
     */
    limit?: number | undefined;
    /**
     * How long it may take, in milliseconds.
     * @minimum 1
     */
    timeout?: number | undefined;
    /** Headers to send to the site, such as cookies or a user agent. */
    headers?: {
        [key: string]: HeaderValue;
    } | undefined;
    /**
     * Whether to list pages that were scraped before as well.
     * @default true
     */
    useIndex?: boolean | undefined;
    /**
     * Whether to list only URLs below the path of `url`. A `url` without a path lists the whole site.
     * @default true
     */
    filterByPath?: boolean | undefined;
    /** Name of a recorded site, for the tests of the service itself. `@trawl/local` ignores it. */
    useMock?: string | undefined;
    /** Where the page is read from, and in which languages. Unknown keys are ignored here. */
    location?: Location | undefined;
    /** Added to SIEM log events, where SIEM logging is enabled for the organization. */
    auditMetadata?: AuditMetadata | undefined;
    /**
     * Replaces fields of the threat-protection policy of the organization for this request; omitted fields keep the
     * values of the organization. The feature must be enabled for the team, and the organization must allow overrides
     * per request; otherwise the answer is `403`. Where the feature is enforced, `mode` cannot be `off`.
     */
    threatProtection?: ThreatProtectionOverride | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
};
/** The URLs of a site. */
export type MapResponse = {
    /** Whether the site could be mapped. */
    success: boolean;
    /** Id of the call. */
    id?: string;
    /** The URLs. */
    links?: MapLink[];
    /** A message when a problem occurred. */
    warning?: string | null;
    /** Why not, when `success` is false. */
    error?: string;
};
/** A URL of the site. */
export type MapLink = {
    /** The URL. */
    url: string;
    /** Its title, where it is known. */
    title?: string;
    /** Its description, where it is known. */
    description?: string;
};
/** The data to gather. */
export type AgentRequest = {
    /**
     * What to find out.
     * @maxLength 10000
     */
    prompt: string;
    /** Where to start. */
    urls?: readonly Url[] | undefined;
    /** A JSON Schema. Null says the same as no schema. */
    schema?: OptionalSchema | undefined;
    /**
     * What it may cost at most. Once it is used up, nothing more is read, and the answer is made of what was read before.
     * @minimum 0
     */
    maxCredits?: number | undefined;
    /** Whether to look at no other pages than `urls`. */
    strictConstrainToURLs?: boolean | undefined;
    /**
     * The model of the hosted service that does the work. Your own service uses the one that it is set up with.
     * @default spark-1-pro
     * @enum {string}
     */
    model?: "spark-1-pro" | "spark-1-mini" | "spark-2" | undefined;
    /**
     * How thoroughly it works.
     * @enum {string}
     */
    effort?: "low" | "medium" | "high" | undefined;
    /**
     * `extract` returns all data every time, `chat` may answer a later prompt of the thread in a sentence.
     * @enum {string}
     */
    mode?: "extract" | "chat" | undefined;
    /**
     * Format: uuid
     *
     * The thread to go on with, of an agent before. A new one starts without it.
     */
    threadId?: string | undefined;
    /** Where to tell what an agent does, as your URL, which gets all events, or with options. */
    webhook?: AgentWebhookTarget | undefined;
    /** Whether and how the agent may use the tools of data providers. The hosted service alone has them; which keys it takes is not documented. */
    exchange?: AgentExchange | undefined;
    /** Added to SIEM log events, where SIEM logging is enabled for the organization. */
    auditMetadata?: AuditMetadata | undefined;
    /**
     * Replaces fields of the threat-protection policy of the organization for this request; omitted fields keep the
     * values of the organization. The feature must be enabled for the team, and the organization must allow overrides
     * per request; otherwise the answer is `403`. Where the feature is enforced, `mode` cannot be `off`.
     */
    threatProtection?: ThreatProtectionOverride | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
};
/** Where to tell what an agent does, as your URL, which gets all events, or with options. */
export type AgentWebhookTarget = WebhookUrl | AgentWebhook;
/** Where to tell what an agent does, and what of it. */
export type AgentWebhook = {
    /**
     * Format: uri
     *
     * Your URL, http or https.
     */
    url: WebhookUrl;
    /** Headers to send with each delivery. */
    headers?: {
        [key: string]: HeaderValue;
    } | undefined;
    /** Sent back with each delivery. */
    metadata?: {
        [key: string]: unknown;
    } | undefined;
    /** Which deliveries to send. All, when it is left out. */
    events?: readonly ("started" | "action" | "completed" | "failed" | "cancelled")[] | undefined;
};
/** Whether and how the agent may use the tools of data providers. The hosted service alone has them; which keys it takes is not documented. */
export type AgentExchange = {
    [key: string]: unknown;
};
/** The agent that has started. */
export type AgentStarted = {
    /** Whether the agent has started. */
    success: boolean;
    /**
     * Format: uuid
     *
     * Id of the job.
     */
    id?: string;
    /** Why not, when `success` is false. */
    error?: string;
};
/** The state of an agent and the data it gathered. */
export type AgentJob = {
    /** Whether the state could be told. */
    success: boolean;
    /** The state of the job. Take one that you do not know for "still working". */
    status: "processing" | "completed" | "failed" | (string & {});
    /** The data, in the shape of the schema that was sent. */
    data?: unknown;
    /** The model that works. */
    model?: "spark-1-pro" | "spark-1-mini" | "spark-2" | (string & {});
    /**
     * The URLs of the pages that say a value, by the path of the value in the data, such as `companies[0].name`. Not every
     * service sends them.
     */
    sources?: ValueSources;
    /** What the data lacks, or which options did nothing. */
    warning?: string;
    /** What went wrong, when the job failed. */
    error?: string;
    /**
     * Format: date-time
     *
     * Until when the data is kept.
     */
    expiresAt?: string;
    /** Credits consumed. */
    creditsUsed?: number;
};
/**
 * The URLs of the pages that say a value, by the path of the value in the data, such as `companies[0].name`. Not every
 * service sends them.
 */
export type ValueSources = {
    [key: string]: string[];
};
/** The pages and the data to extract. */
export type ExtractRequest = {
    /**
     * The pages, at most 10. In a path `*` stands for characters of one part, and `**` for any number of parts, as in `/*\/a` and
     * `/docs/**\/api`; at the end `/*` stands for all pages below. A `*` elsewhere in a URL is refused.
     * @maxItems 10
     */
    urls?: readonly Url[] | undefined;
    /** What to extract. Without `urls`, pages are looked for. */
    prompt?: string | undefined;
    /** What to tell the model beforehand. */
    systemPrompt?: string | undefined;
    /** The JSON Schema of data to extract. Null says the same as no schema. */
    schema?: OptionalDataSchema | undefined;
    /**
     * How many pages at most.
     * @minimum 1
     */
    limit?: number | undefined;
    /**
     * Whether to read pages of other sites.
     * @default false
     */
    allowExternalLinks?: boolean | undefined;
    /**
     * Whether to search the web for more.
     * @default false
     */
    enableWebSearch?: boolean | undefined;
    /**
     * Whether to leave the sitemap out.
     * @default false
     */
    ignoreSitemap?: boolean | undefined;
    /**
     * Whether to read subdomains.
     * @default true
     */
    includeSubdomains?: boolean | undefined;
    /**
     * Whether to name the pages the data comes from.
     * @default false
     */
    showSources?: boolean | undefined;
    /**
     * Whether to say how URLs were found.
     * @default false
     */
    urlTrace?: boolean | undefined;
    /** The agent that moves through pages for an extraction. */
    agent?: ExtractAgent | undefined;
    /** Where to tell what happens to a job, as your URL, which gets all events, or with options. */
    webhook?: JobWebhookTarget | undefined;
    /**
     * How long it may take, in milliseconds.
     * @minimum 1000
     */
    timeout?: number | undefined;
    /** How to read each page. */
    scrapeOptions?: ScrapeOptions | undefined;
    /**
     * Whether to leave out URLs that cannot be read instead of refusing them all. A page that a `*` or a search has found is
     * left out in any case.
     * @default true
     */
    ignoreInvalidURLs?: boolean | undefined;
    /**
     * Replaces fields of the threat-protection policy of the organization for this request; omitted fields keep the
     * values of the organization. The feature must be enabled for the team, and the organization must allow overrides
     * per request; otherwise the answer is `403`. Where the feature is enforced, `mode` cannot be `off`.
     */
    threatProtection?: ThreatProtectionOverride | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
};
/** The agent that moves through pages for an extraction. */
export type ExtractAgent = {
    /** The model that works. */
    model?: string | undefined;
    /** What to do on the pages. */
    prompt?: string | undefined;
};
/** The extraction that has started. */
export type ExtractStarted = {
    /** Whether the job has started. */
    success: boolean;
    /** Id of the job. */
    id?: string;
    /** The URLs that were left out. */
    invalidURLs?: string[] | null;
    /** How URLs were found. */
    urlTrace?: unknown[];
    /** Messages about the call. */
    warnings?: string[];
    /** The operation to use instead. */
    replacement?: string;
    /** Why not, when `success` is false. */
    error?: string;
};
/** The state of an extraction and its data. */
export type ExtractJob = {
    /** Whether the state could be told. */
    success: boolean;
    /** The state of the job. Take one that you do not know for "still working". */
    status?: "processing" | "completed" | "failed" | "cancelled" | (string & {});
    /** The data, in the shape of the schema that was sent. */
    data?: unknown;
    /**
     * Format: date-time
     *
     * Until when the data is kept.
     */
    expiresAt?: string;
    /**
     * The URLs of the pages that say a value, by the path of the value in the data, such as `companies[0].name`. Not every
     * service sends them.
     */
    sources?: ValueSources;
    /** What the data lacks, such as pages that were left out. */
    warning?: string;
    /** Tokens consumed. */
    tokensUsed?: number;
    /** What went wrong, when the job failed. */
    error?: string;
};
/** What to watch, when, and whom to tell. */
export type MonitorCreateRequest = {
    /**
     * Name of the monitor.
     * @minLength 1
     * @maxLength 256
     */
    name: string;
    /** When to check, as a cron expression or in words; at most every 5 minutes. */
    schedule: MonitorSchedule;
    /** Where to tell what changed, as your URL, which gets all events, or with options. */
    webhook?: MonitorWebhookTarget | undefined;
    /** Whom to tell besides the webhook. */
    notification?: MonitorNotification | undefined;
    /**
     * What to watch.
     * @minItems 1
     * @maxItems 50
     */
    targets: readonly MonitorTarget[];
    /**
     * How long checks are kept, in days.
     * @minimum 1
     * @maximum 365
     * @default 30
     */
    retentionDays?: number | undefined;
    /**
     * What you are after, in plain words. Changes are judged by it. A `search` target needs one, unless `judgeEnabled` is
     * false.
     * @maxLength 2000
     */
    goal?: string | null | undefined;
    /** Whether a model judges which changes matter. Without it one does if there is a goal. */
    judgeEnabled?: boolean | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
};
/** The fields to change; at least one. */
export type MonitorUpdateRequest = {
    /**
     * Name of the monitor.
     * @minLength 1
     * @maxLength 256
     */
    name?: string | undefined;
    /** When to check, as a cron expression or in words; at most every 5 minutes. */
    schedule?: MonitorSchedule | undefined;
    /** Where to tell what changed, as your URL, which gets all events, or with options. */
    webhook?: MonitorWebhookTarget | undefined;
    /** Whom to tell besides the webhook. */
    notification?: MonitorNotification | undefined;
    /**
     * What to watch. Replaces all targets.
     * @minItems 1
     * @maxItems 50
     */
    targets?: readonly MonitorTarget[] | undefined;
    /**
     * How long checks are kept, in days.
     * @minimum 1
     * @maximum 365
     */
    retentionDays?: number | undefined;
    /**
     * What you are after, in plain words. A `search` target needs one, unless `judgeEnabled` is false.
     * @maxLength 2000
     */
    goal?: string | null | undefined;
    /** Whether a model judges which changes matter. */
    judgeEnabled?: boolean | undefined;
    /**
     * Whether the schedule runs.
     * @enum {string}
     */
    status?: "active" | "paused" | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
};
/** When to check, as a cron expression or in words; at most every 5 minutes. */
export type MonitorSchedule = {
    /**
     * A cron expression of five fields: minute, hour, day of the month, month and day of the week, with lists, ranges,
     * steps and names. `L` is the last day of a month, `5L` its last Friday and `5#1` its first one. A day of `?` is
     * the same as `*`. Where clocks are set back, a schedule with `*` in the hour goes on through the hour that comes twice;
     * others run once.
     * @example 0 * * * *
     */
    cron?: string | undefined;
    /** The schedule in words, such as `every 30 minutes`. */
    text?: string | undefined;
    /**
     * The time zone of the cron expression.
     * @default UTC
     */
    timezone?: string | undefined;
};
/** Where to tell what changed, as your URL, which gets all events, or with options. */
export type MonitorWebhookTarget = WebhookUrl | MonitorWebhook;
/** Where to tell what changed. */
export type MonitorWebhook = {
    /**
     * Format: uri
     *
     * Your URL, http or https.
     */
    url: WebhookUrl;
    /** Headers to send with each delivery. */
    headers?: {
        [key: string]: HeaderValue;
    } | undefined;
    /** Sent back with each delivery. */
    metadata?: {
        [key: string]: unknown;
    } | undefined;
    /** Which deliveries to send. All, when it is left out. */
    events?: readonly ("monitor.page" | "monitor.check.completed")[] | undefined;
};
/** Whom to tell besides the webhook. */
export type MonitorNotification = {
    /** Who gets an email. */
    email?: MonitorEmail | undefined;
};
/** Who gets an email. */
export type MonitorEmail = {
    /**
     * Whether emails are sent.
     * @default false
     */
    enabled?: boolean | undefined;
    /**
     * Addresses.
     * @maxItems 25
     */
    recipients?: readonly string[] | undefined;
    /**
     * Whether emails show what changed.
     * @default false
     */
    includeDiffs?: boolean | undefined;
};
/** One thing to watch. */
export type MonitorTarget = ScrapeTarget | CrawlTarget | SearchTarget;
/** Pages. */
export type ScrapeTarget = {
    /**
     * Format: uuid
     *
     * Id of the target. Given by the service.
     */
    id?: string | undefined;
    /**
     * Pages.
     * @constant
     */
    type: "scrape";
    /**
     * The pages to watch.
     * @minItems 1
     */
    urls: readonly Url[];
    /** How to read each page. */
    scrapeOptions?: ScrapeOptions | undefined;
};
/** A site. */
export type CrawlTarget = {
    /**
     * Format: uuid
     *
     * Id of the target. Given by the service.
     */
    id?: string | undefined;
    /**
     * A site.
     * @constant
     */
    type: "crawl";
    /** Where to start. */
    url: Url;
    /** Which pages to visit. */
    crawlOptions?: CrawlOptions | undefined;
    /** How to read each page. */
    scrapeOptions?: ScrapeOptions | undefined;
};
/** The results of searches. */
export type SearchTarget = {
    /**
     * Format: uuid
     *
     * Id of the target. Given by the service.
     */
    id?: string | undefined;
    /**
     * The results of searches.
     * @constant
     */
    type: "search";
    /**
     * What to search for.
     * @minItems 1
     * @maxItems 12
     */
    queries: readonly string[];
    /**
     * How far to look back.
     * @default 24h
     * @enum {string}
     */
    searchWindow?: "5m" | "15m" | "1h" | "6h" | "24h" | "7d" | undefined;
    /**
     * How many results at most.
     * @minimum 1
     * @maximum 50
     * @default 10
     */
    maxResults?: number | undefined;
    /**
     * Only results from these hosts.
     * @maxItems 50
     */
    includeDomains?: readonly Hostname[] | undefined;
    /**
     * No results from these hosts.
     * @maxItems 50
     */
    excludeDomains?: readonly Hostname[] | undefined;
};
/** A monitor. */
export type Monitor = {
    /**
     * Format: uuid
     *
     * Id of the monitor.
     */
    id: string;
    /** Its name. */
    name?: string;
    /** Whether it runs. */
    status?: "active" | "paused" | "deleted" | (string & {});
    /** A schedule as the service understood it. */
    schedule?: ResolvedSchedule;
    /**
     * An ISO 8601 timestamp, or null as long as there is none. Running servers also send the text form of PostgreSQL:
     * parse leniently.
     */
    nextRunAt?: NullableTimestamp;
    /**
     * An ISO 8601 timestamp, or null as long as there is none. Running servers also send the text form of PostgreSQL:
     * parse leniently.
     */
    lastRunAt?: NullableTimestamp;
    /** The check that is running, if any. */
    currentCheckId?: string | null;
    /** What it watches. */
    targets?: WatchedTarget[];
    /** Where it tells what changed. */
    webhook?: ConfiguredWebhook | null;
    /** Whom it tells besides the webhook. */
    notification?: MonitorNotification | null;
    /** Which recipients have agreed to emails. */
    emailRecipientSubscriptions?: unknown[];
    /** How long checks are kept, in days. */
    retentionDays?: number;
    /** What it is expected to cost in a month. */
    estimatedCreditsPerMonth?: number | null;
    /** What its last check found. */
    lastCheckSummary?: MonitorSummary | null;
    /** What you are after. */
    goal?: string | null;
    /** Whether a model judges which changes matter. */
    judgeEnabled?: boolean;
    /**
     * An ISO 8601 timestamp. Running servers also send the text form of PostgreSQL, such as
     * `2026-11-21 02:00:00+00`: parse leniently.
     * @example 2026-11-21T02:00:00.000Z
     * @example 2026-11-21 02:00:00+00
     */
    createdAt?: Timestamp;
    /**
     * An ISO 8601 timestamp. Running servers also send the text form of PostgreSQL, such as
     * `2026-11-21 02:00:00+00`: parse leniently.
     * @example 2026-11-21T02:00:00.000Z
     * @example 2026-11-21 02:00:00+00
     */
    updatedAt?: Timestamp;
};
/** A schedule as the service understood it. */
export type ResolvedSchedule = {
    /** The cron expression. */
    cron?: string;
    /** Its time zone. */
    timezone?: string;
};
/**
 * An ISO 8601 timestamp, or null as long as there is none. Running servers also send the text form of PostgreSQL:
 * parse leniently.
 */
export type NullableTimestamp = string | null;
/** A target as the service keeps it, with its id and all its defaults. */
export type WatchedTarget = {
    /** Id of the target. */
    id?: string;
    /** What is watched. */
    type: "scrape" | "crawl" | "search" | (string & {});
    /** The pages, for `scrape`. */
    urls?: string[];
    /** Where it starts, for `crawl`. */
    url?: string;
    /** Which pages are visited, for `crawl`. */
    crawlOptions?: {
        [key: string]: unknown;
    };
    /** How each page is read. */
    scrapeOptions?: {
        [key: string]: unknown;
    };
    /** What is searched for, for `search`. */
    queries?: string[];
    /** How far back, for `search`. */
    searchWindow?: "5m" | "15m" | "1h" | "6h" | "24h" | "7d" | (string & {});
    /** How many results at most, for `search`. */
    maxResults?: number;
    /** Only these hosts, for `search`. */
    includeDomains?: string[];
    /** Not these hosts, for `search`. */
    excludeDomains?: string[];
};
/** A webhook as the service keeps it. */
export type ConfiguredWebhook = {
    /** Your URL. */
    url?: string;
    /** Headers sent with each delivery. */
    headers?: {
        [key: string]: string;
    };
    /** Sent back with each delivery. */
    metadata?: {
        [key: string]: unknown;
    };
    /** Which deliveries are sent. */
    events?: string[];
};
/** A monitor. */
export type MonitorResponse = {
    /** Whether it worked. */
    success: boolean;
    /** A monitor. */
    data?: Monitor;
};
/** One page of monitors. */
export type MonitorList = {
    /** Whether it worked. */
    success: boolean;
    /** The monitors. */
    data?: Monitor[];
};
/** One run of a monitor, also called a check. */
export type MonitorRun = {
    /** Id of the run. */
    id: string;
    /** Id of the monitor. */
    monitorId?: string;
    /**
     * The state of the run. New values may come.
     * @example queued
     */
    status?: "queued" | "running" | "completed" | "failed" | "partial" | "skipped_overlap" | "skipped_no_credits" | (string & {});
    /**
     * What started it.
     * @example scheduled
     */
    trigger?: "scheduled" | "manual" | (string & {});
    /** When it was due, as an ISO 8601 timestamp. */
    scheduledFor?: string | null;
    /** When it started, as an ISO 8601 timestamp. */
    startedAt?: string | null;
    /** When it ended, as an ISO 8601 timestamp. */
    finishedAt?: string | null;
    /** What it was expected to cost. */
    estimatedCredits?: number | null;
    /** Credits set aside for it. */
    reservedCredits?: number | null;
    /** What it cost. */
    actualCredits?: number | null;
    /** Whether it was billed. */
    billingStatus?: string;
    /** How many pages a run found in each state. */
    summary?: MonitorSummary;
    /** What became of each target. */
    targetResults?: TargetResult[] | null;
    /** What became of its notifications. */
    notificationStatus?: {
        [key: string]: unknown;
    } | null;
    /** What went wrong. */
    error?: string | null;
    /** When it was created, as an ISO 8601 timestamp. */
    createdAt?: string;
    /** When it last changed, as an ISO 8601 timestamp. */
    updatedAt?: string;
};
/** What became of a target. */
export type TargetResult = {
    /** What is watched. */
    type?: "scrape" | "crawl" | "search" | (string & {});
    /** Id of the target. */
    targetId?: string;
    /** The scrapes that belong to it. */
    expectedJobs?: string[];
};
/** How many pages a run found in each state. */
export type MonitorSummary = {
    /** Pages looked at. */
    totalPages?: number;
    /** Pages without a change. */
    same?: number;
    /** Pages that changed. */
    changed?: number;
    /** Pages seen for the first time. */
    new?: number;
    /** Pages that are gone. */
    removed?: number;
    /** Pages that could not be read. */
    error?: number;
};
/** The run that was queued. */
export type MonitorRunResponse = {
    /** Whether the run was queued. */
    success: boolean;
    /** Id of the run, equal to `data.id`. */
    id?: string;
    /** One run of a monitor, also called a check. */
    data?: MonitorRun;
};
/** One page of runs. */
export type MonitorRunList = {
    /** Whether it worked. */
    success: boolean;
    /** The runs. */
    data?: MonitorRun[];
};
/** A check with one page of its results. */
export type MonitorCheckResponse = {
    /** Whether it worked. */
    success: boolean;
    /** URL of the next page of results. Use its path and query only. */
    next?: string | null;
    /** A run with the pages it looked at. */
    data?: MonitorCheck;
};
/** A run with the pages it looked at. */
export type MonitorCheck = {
    /** The pages. */
    pages?: MonitorCheckPage[];
    /** The same as `next` beside `data`. */
    next?: string | null;
} & MonitorRun;
/** What a check found on one page. */
export type MonitorCheckPage = {
    /** Id of the result. */
    id?: string;
    /** Id of the target. */
    targetId?: string;
    /** URL of the page. */
    url?: string;
    /** What happened to the page. It is `removed` if it answers 404 or 410, or if nothing of a site leads to it after everything else was read. */
    status?: "same" | "new" | "changed" | "removed" | "error" | (string & {});
    /** The scrape it was compared with. */
    previousScrapeId?: string | null;
    /** The scrape of this check. */
    currentScrapeId?: string | null;
    /** HTTP status of the page. */
    statusCode?: number | null;
    /** Why it could not be read. */
    error?: string | null;
    /** What is known of the page. */
    metadata?: {
        [key: string]: unknown;
    } | null;
    /** Whether the change matters. */
    judgment?: MonitorJudgment | null;
    /** Why the data of the page was not compared, or the change not judged. */
    warning?: string;
    /** What changed. */
    diff?: TextDiff | null;
    /** What the page says now. */
    snapshot?: MonitorSnapshot | null;
    /** When it was found, as an ISO 8601 timestamp. */
    createdAt?: string;
};
/** What a page says now. */
export type MonitorSnapshot = {
    /** The extracted data. */
    json?: unknown;
};
/** Whether a change matters for the goal. */
export type MonitorJudgment = {
    /** Whether it does. */
    meaningful?: boolean;
    /** How sure that is. */
    confidence?: "high" | "medium" | "low" | (string & {});
    /** Why. */
    reason?: string;
    /** The changes that matter. */
    meaningfulChanges?: MonitorChange[];
};
/** A change that matters. */
export type MonitorChange = {
    /** What happened. */
    type?: "added" | "removed" | "changed" | (string & {});
    /** What it said before. */
    before?: string | null;
    /** What it says now. */
    after?: string | null;
    /** Why it matters. */
    reason?: string;
};
/** How long the browser lives, and what it remembers. */
export type BrowserSessionRequest = {
    /**
     * How long the session may live, in seconds.
     * @minimum 30
     * @maximum 3600
     * @default 300
     */
    ttl?: number | undefined;
    /**
     * How long it may be idle, in seconds.
     * @minimum 10
     * @maximum 3600
     */
    activityTtl?: number | undefined;
    /**
     * Whether it can be watched.
     * @default true
     */
    streamWebView?: boolean | undefined;
    /** A browser profile that keeps its state: scrapes with the same name share cookies, local storage and sessions. */
    profile?: Profile | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
};
/** The session that was opened. */
export type BrowserSessionCreated = {
    /** Whether it was opened. */
    success: boolean;
    /** Id of the session. */
    id?: string;
    /** Where to drive the browser over the Chrome DevTools Protocol. */
    cdpUrl?: string;
    /** Where to watch the browser. */
    liveViewUrl?: string;
    /** Where to watch and use the browser. */
    interactiveLiveViewUrl?: string;
    /**
     * Format: date-time
     *
     * When it ends by itself.
     */
    expiresAt?: string;
    /** Why not, when `success` is false. */
    error?: string;
};
/** The sessions of your team. */
export type BrowserSessionList = {
    /** Whether it worked. */
    success: boolean;
    /** The sessions. */
    sessions?: BrowserSession[];
};
/** A browser session. */
export type BrowserSession = {
    /** Id of the session. */
    id?: string;
    /** Whether it lives. */
    status?: "active" | "destroyed" | (string & {});
    /** Where to drive the browser over the Chrome DevTools Protocol. */
    cdpUrl?: string;
    /** Where to watch the browser. */
    liveViewUrl?: string;
    /** Where to watch and use the browser. */
    interactiveLiveViewUrl?: string;
    /** Whether it can be watched. */
    streamWebView?: boolean;
    /**
     * An ISO 8601 timestamp. Running servers also send the text form of PostgreSQL, such as
     * `2026-11-21 02:00:00+00`: parse leniently.
     * @example 2026-11-21T02:00:00.000Z
     * @example 2026-11-21 02:00:00+00
     */
    createdAt?: Timestamp;
    /**
     * An ISO 8601 timestamp. Running servers also send the text form of PostgreSQL, such as
     * `2026-11-21 02:00:00+00`: parse leniently.
     * @example 2026-11-21T02:00:00.000Z
     * @example 2026-11-21 02:00:00+00
     */
    lastActivity?: Timestamp;
};
/** The code to run. */
export type BrowserExecuteRequest = {
    /**
     * The code to run.
     * @minLength 1
     * @maxLength 100000
     */
    code: string;
    /**
     * The language of the code. With `node`, `page` is the open page, as a `Page` of Playwright, and what the code returns
     * is `result`. With `bash`, the code has commands of the browser tool `agent-browser`, such as
     * `agent-browser open https://example.com`. A server may have no shell behind it. It then carries out these commands on
     * the page, one a line, and answers any other line with `success: false` and a list of what it understands:
     * `open`, `back`, `forward`, `reload`, `snapshot`, `click`, `dblclick`, `hover`, `focus`, `check`, `uncheck`, `fill`,
     * `type`, `select`, `press`, `keyboard type`, `keyboard inserttext`, `scroll`, `scrollintoview`, `wait`, `find`,
     * `get` (`text`, `html`, `value`, `attr`, `count`, `box`, `title`, `url`), `is` (`visible`, `enabled`, `checked`),
     * `screenshot`, `pdf`, `eval`, `tab` and `close`. Elements are selected by CSS, or by a ref of the last snapshot such as
     * `@e2`.
     * @default node
     * @enum {string}
     */
    language?: CodeLanguage | undefined;
    /**
     * How long it may take, in seconds.
     * @minimum 1
     * @maximum 300
     */
    timeout?: number | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
};
/** The session that was closed. */
export type BrowserSessionClosed = {
    /** Whether it was closed. */
    success: boolean;
    /** How long it lived, in milliseconds. */
    sessionDurationMs?: number;
    /** What it cost. */
    creditsBilled?: number;
    /** Whether the rest is done later. */
    cleanupQueued?: boolean;
};
/** The question. */
export type SupportAskRequest = {
    /** What went wrong, with the call and its answer where you have them. */
    question: string;
    /** Why you ask. */
    rationale?: string | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
};
/** The diagnosis of a failed call. */
export type SupportAnswer = {
    /** The answer, as text. */
    answer?: string;
    /** How sure the assistant is. */
    confidence?: "high" | "medium" | "low" | (string & {});
    /** Request parameters to apply to the next call, for example a `waitFor` value. Not every answer has them. */
    fixParameters?: {
        [key: string]: unknown;
    } | null;
    /** Whether the fix was tested against the live service. */
    validation?: {
        [key: string]: unknown;
    } | null;
    /** How to rate the answer. */
    feedback?: {
        [key: string]: unknown;
    } | null;
    /** How long it took, in milliseconds. */
    durationMs?: number;
};
/** The question. */
export type SupportDocsQuestion = {
    /** What you want to know. */
    question: string;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
};
/** An answer from the documentation. */
export type SupportDocsAnswer = {
    /** Id of the call. */
    requestId?: string;
    /** The answer, as text. */
    answer?: string;
    /** What the answer rests on. */
    evidence?: SupportEvidence[];
    /** The tokens that an answer took. */
    usage?: SupportUsage;
    /** How long it took, in milliseconds. */
    durationMs?: number;
};
/** A page that an answer rests on. */
export type SupportEvidence = {
    /** Where it stands. */
    pathOrUrl?: string;
    /** What it contributes. */
    reason?: string;
};
/** The tokens that an answer took. */
export type SupportUsage = {
    /** Tokens read. */
    inputTokens?: number;
    /** Tokens written. */
    outputTokens?: number;
    /** Both. */
    totalTokens?: number;
};
/** The credits of the team. */
export type CreditUsageResponse = {
    /** Whether it worked. */
    success: boolean;
    /** The credits of the billing period. */
    data?: CreditUsage;
};
/** The credits of the billing period. */
export type CreditUsage = {
    /** What is left. */
    remainingCredits?: number;
    /** What the plan has. */
    planCredits?: number;
    /** When the period began. */
    billingPeriodStart?: string | null;
    /** When it ends. */
    billingPeriodEnd?: string | null;
};
/** The credits used by period. */
export type CreditUsageHistory = {
    /** Whether it worked. */
    success: boolean;
    /** The periods. */
    periods?: CreditPeriod[];
};
/** The credits used in one period. */
export type CreditPeriod = {
    /** When it began. */
    startDate?: string;
    /** When it ended. */
    endDate?: string;
    /** Name of the API key, with `byApiKey`. */
    apiKey?: string | null;
    /** What was used. Servers send it under either name or both. */
    creditsUsed?: number;
    /** What was used. Servers send it under either name or both. */
    totalCredits?: number;
};
/** The tokens of the team. */
export type TokenUsageResponse = {
    /** Whether it worked. */
    success: boolean;
    /** The tokens of the billing period. */
    data?: TokenUsage;
};
/** The tokens of the billing period. */
export type TokenUsage = {
    /** What is left. */
    remainingTokens?: number;
    /** What the plan has. */
    planTokens?: number;
    /** When the period began. */
    billingPeriodStart?: string | null;
    /** When it ends. */
    billingPeriodEnd?: string | null;
};
/** The tokens used by period. */
export type TokenUsageHistory = {
    /** Whether it worked. */
    success: boolean;
    /** The periods. */
    periods?: TokenPeriod[];
};
/** The tokens used in one period. */
export type TokenPeriod = {
    /** When it began. */
    startDate?: string;
    /** When it ended. */
    endDate?: string;
    /** Name of the API key, with `byApiKey`. */
    apiKey?: string | null;
    /** What was used. Servers send it under either name or both. */
    tokensUsed?: number;
    /** What was used. Servers send it under either name or both. */
    totalTokens?: number;
};
/** The queue of the team. */
export type QueueStatus = {
    /** Whether it worked. */
    success: boolean;
    /** Jobs that wait or run. */
    jobsInQueue?: number;
    /** Jobs that run. */
    activeJobsInQueue?: number;
    /** Jobs that wait. */
    waitingJobsInQueue?: number;
    /** How many may run at once. */
    maxConcurrency?: number;
    /** When the last one succeeded. */
    mostRecentSuccess?: string | null;
};
/** The concurrency of the team. */
export type Concurrency = {
    /** Whether it worked. */
    success: boolean;
    /** How many requests run at this moment. */
    concurrency?: number;
    /** How many may run at once. */
    maxConcurrency?: number;
};
/**
 * A kind of call.
 * @enum {string}
 */
export type ActivityEndpoint = "scrape" | "crawl" | "batch_scrape" | "search" | "extract" | "llmstxt" | "deep_research" | "map" | "agent" | "browser" | "interact";
/** One page of calls. */
export type ActivityList = {
    /** Whether it worked. */
    success: boolean;
    /** The calls. */
    data?: Activity[];
    /** Where to go on. */
    cursor?: string | null;
    /** Whether there is more. */
    has_more?: boolean;
};
/** A call of your team. */
export type Activity = {
    /** Id of the call. */
    id?: string;
    /** What was called. */
    endpoint?: "scrape" | "crawl" | "batch_scrape" | "search" | "extract" | "llmstxt" | "deep_research" | "map" | "agent" | "browser" | "interact" | (string & {});
    /** Version of the interface. */
    api_version?: string;
    /**
     * An ISO 8601 timestamp. Running servers also send the text form of PostgreSQL, such as
     * `2026-11-21 02:00:00+00`: parse leniently.
     * @example 2026-11-21T02:00:00.000Z
     * @example 2026-11-21 02:00:00+00
     */
    created_at?: Timestamp;
    /** What it was about, such as a URL or a query. */
    target?: string | null;
};
/** The policy of the organization. */
export type ThreatProtectionPolicyRequest = {
    /**
     * Whether URLs are checked.
     * @enum {string}
     */
    mode: "off" | "normal";
    /**
     * Score at which a URL is blocked. Lower is stricter.
     * @minimum 0
     * @maximum 100
     */
    riskScoreThreshold?: number | undefined;
    /** Domains that are always blocked. */
    blacklist?: readonly DomainPattern[] | undefined;
    /** Domains that are always allowed. */
    whitelist?: readonly DomainPattern[] | undefined;
    /** Top-level domains that are blocked outright. */
    blockedTlds?: readonly TopLevelDomain[] | undefined;
    /**
     * Allow or block when the classifier cannot be reached.
     * @enum {string}
     */
    failurePolicy?: "open" | "closed" | undefined;
    /** Whether single requests may override the policy. */
    allowRequestOverrides?: boolean | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
};
/** The policy of the organization. */
export type ThreatProtectionPolicyResponse = {
    /** Whether it worked. */
    success: boolean;
    /** The policy of the organization. */
    data?: ThreatProtectionPolicy;
};
/** The policy of the organization. */
export type ThreatProtectionPolicy = {
    /** Whether URLs are checked. */
    mode?: "off" | "normal" | (string & {});
    /** Score at which a URL is blocked. Lower is stricter. */
    riskScoreThreshold?: number;
    /** Domains that are always blocked. */
    blacklist?: string[];
    /** Domains that are always allowed. */
    whitelist?: string[];
    /** Top-level domains that are blocked outright. */
    blockedTlds?: string[];
    /** Allow or block when the classifier cannot be reached. */
    failurePolicy?: "open" | "closed" | (string & {});
    /** Whether single requests may override the policy. */
    allowRequestOverrides?: boolean;
    /** Whether it was ever set. */
    configured?: boolean;
    /** When it was last set. */
    updatedAt?: string | null;
};
/** How good a search was. */
export type SearchFeedbackRequest = {
    /**
     * How good it was.
     * @enum {string}
     */
    rating: "good" | "partial" | "bad";
    /**
     * The results that helped.
     * @maxItems 50
     */
    valuableSources?: readonly ValuableSource[] | undefined;
    /**
     * What was not found.
     * @maxItems 20
     */
    missingContent?: readonly MissingContent[] | undefined;
    /**
     * Better queries.
     * @maxLength 2000
     */
    querySuggestions?: string | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
};
/** A result that helped. */
export type ValuableSource = {
    /**
     * URL of the result.
     * @maxLength 2048
     */
    url: FeedbackUrl;
    /**
     * Why it helped.
     * @maxLength 1000
     */
    reason?: string | undefined;
};
/**
 * Format: uri
 *
 * An http or https URL.
 * @maxLength 2048
 */
export type FeedbackUrl = string;
/** Something that was not found. */
export type MissingContent = {
    /**
     * What it is about.
     * @minLength 1
     * @maxLength 200
     */
    topic: string;
    /**
     * What exactly is missing.
     * @maxLength 2000
     */
    description?: string | undefined;
};
/**
 * A short label of small letters, digits, `-` and `_`.
 * @maxLength 80
 */
export type FeedbackTag = string;
/** How good the result of a call was. */
export type FeedbackRequest = {
    /**
     * What was called.
     * @enum {string}
     */
    endpoint: "search" | "scrape" | "parse" | "map";
    /**
     * Format: uuid
     *
     * Id of the call.
     */
    jobId: string;
    /**
     * How good it was.
     * @enum {string}
     */
    rating: "good" | "partial" | "bad";
    /**
     * What was wrong.
     * @maxItems 20
     */
    issues?: readonly FeedbackTag[] | undefined;
    /**
     * Labels of your own.
     * @maxItems 20
     */
    tags?: readonly FeedbackTag[] | undefined;
    /**
     * Anything else.
     * @maxLength 4000
     */
    note?: string | undefined;
    /**
     * The page it is about.
     * @maxLength 2048
     */
    url?: FeedbackUrl | undefined;
    /**
     * The pages of a file it is about.
     * @maxItems 100
     */
    pageNumbers?: readonly number[] | undefined;
    /** Data of your own. */
    metadata?: {
        [key: string]: unknown;
    } | undefined;
    /**
     * The results that helped.
     * @maxItems 50
     */
    valuableSources?: readonly ValuableSource[] | undefined;
    /**
     * What was not found.
     * @maxItems 50
     */
    missingContent?: readonly MissingContent[] | undefined;
    /**
     * Better queries.
     * @maxLength 2000
     */
    querySuggestions?: string | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
} & unknown;
/** The feedback was taken. */
export type FeedbackResponse = {
    /** Whether it was taken. */
    success: boolean;
    /**
     * Format: uuid
     *
     * Id of the feedback.
     */
    feedbackId: string;
    /** Credits given back for it. */
    creditsRefunded: number;
    /** Whether there was feedback on this call before. */
    alreadySubmitted?: boolean;
    /** Whether no more credits are given back today. */
    dailyCapReached?: boolean;
    /** Credits given back today. */
    creditsRefundedToday?: number;
    /** Credits given back a day at most. */
    dailyRefundCap?: number;
    /** A message when a problem occurred. */
    warning?: string;
};
/** Ids of a paper by where they come from. */
export type PaperIds = {
    [key: string]: string[];
};
/** What the score of a paper is made of. */
export type PaperSignals = {
    /** By citations. */
    structural: number;
    /** By meaning. */
    semantic: number;
    /** By standing. */
    articleRank: number;
    /** By shared neighbours. */
    seedOverlap: number;
};
/** A paper that was found. */
export type PaperResult = {
    /** Id of the paper. */
    paperId: string;
    /** Its id where it comes from. */
    primaryId: string;
    /** Ids of a paper by where they come from. */
    ids?: PaperIds;
    /** Its title. */
    title: string;
    /** Its abstract. */
    abstract: string;
    /** How well it fits. */
    score: number;
    /** What the score of a paper is made of. */
    signals?: PaperSignals;
};
/** What is known of a paper. */
export type Paper = {
    /** Id of the paper. */
    paperId: string;
    /** Ids of a paper by where they come from. */
    ids?: PaperIds;
    /** Its title. */
    title: string;
    /** Its abstract. */
    abstract: string;
    /** Its authors. */
    authors?: string;
    /** Its categories. */
    categories?: string[];
    /** When it first appeared. */
    createdDate?: string;
    /** When it last changed. */
    updateDate?: string;
};
/** A passage of a paper. */
export type PaperPassage = {
    /** The passage. */
    text: string;
    /** How well it fits. */
    score: number;
};
/** The papers that were found. */
export type PaperSearchResponse = {
    /** Whether it worked. */
    success: boolean;
    /** The papers, best first. */
    results: PaperResult[];
};
/** A paper; with a query also the passages that answer it. */
export type PaperResponse = {
    /** Whether it worked. */
    success: boolean;
    /** What is known of a paper. */
    paper: Paper;
    /** Id of the paper, with a query. */
    paperId?: string;
    /** The query. */
    query?: string;
    /** The passages that answer it, best first. */
    passages?: PaperPassage[];
};
/** The papers that a paper leads to. */
export type SimilarPapersResponse = {
    /** Whether it worked. */
    success: boolean;
    /** The papers, best first. */
    results: PaperResult[];
    /** How many papers were considered. */
    poolSize: number;
    /** Whether some were left out of consideration. */
    truncated: boolean;
    /** A message about the result. */
    note?: string | null;
};
/**
 * A kind of source.
 * @enum {string}
 */
export type DeveloperSourceType = "doc" | "issue" | "pull_request" | "readme";
/** What to look for, and where. */
export type DeveloperSearchRequest = {
    /**
     * What you look for.
     * @minLength 1
     */
    query: string;
    /**
     * How many results at most.
     * @minimum 1
     * @maximum 100
     * @default 10
     */
    k?: number | undefined;
    /** Only these kinds of source. */
    types?: readonly DeveloperSourceType[] | undefined;
    /** Only these repositories, as `owner/name`. */
    repos?: readonly string[] | undefined;
    /**
     * Only these documentation sites.
     * @maxItems 20
     */
    sources?: readonly string[] | undefined;
    /**
     * `only` returns nothing but agent skills.
     * @enum {string}
     */
    skills?: "only" | undefined;
    /**
     * How many passages to return for each result.
     * @minimum 1
     * @maximum 5
     * @default 1
     */
    passages?: number | undefined;
    /** Only repositories in this programming language. */
    language?: string | undefined;
    /** Only repositories with this topic, or with one of several. */
    topic?: string | readonly string[] | undefined;
    /** Only repositories under this licence, by its SPDX identifier. */
    license?: string | undefined;
    /**
     * Only repositories with at least so many stars.
     * @minimum 0
     */
    min_stars?: number | undefined;
    /**
     * Only repositories with at most so many stars.
     * @minimum 0
     */
    max_stars?: number | undefined;
    /** Only archived repositories, or only those that are not. */
    archived?: boolean | undefined;
    /** Only forks, or only repositories that are none. */
    fork?: boolean | undefined;
    /**
     * Where the call comes from, such as the name and version of an SDK. For statistics only.
     * @default api
     */
    origin?: Origin | undefined;
    /**
     * The platform that makes the call, if it is one that the service knows, such as `zapier` or `langchain`, or a name of
     * your own that begins with `_`. For statistics only.
     */
    integration?: Integration | undefined;
};
/** The places found, and how well each kind was covered. */
export type DeveloperSearchResponse = {
    /** Whether it worked. */
    success: boolean;
    /** The places, best first. */
    results?: DeveloperSearchResult[];
    /** How well each kind of source was covered. */
    coverage?: DeveloperCoverage;
    /** Whether a second model ordered the result. */
    reranked?: boolean;
    /** What is known of the repositories asked for. */
    repos?: DeveloperRepo[];
    /** What is known of the sites asked for. */
    sources?: DeveloperSite[];
};
/** A place that was found. */
export type DeveloperSearchResult = {
    /** Id of the place. */
    id?: string;
    /** Its kind. */
    type?: "doc" | "issue" | "pull_request" | "readme" | (string & {});
    /** Its URL. */
    url?: string;
    /** Its title. */
    title?: string;
    /** The passages that fit. */
    passages?: DeveloperPassage[];
};
/** A passage that fits. */
export type DeveloperPassage = {
    /** The passage. */
    text?: string;
};
/** How well each kind of source was covered. */
export type DeveloperCoverage = {
    /** Documentation. */
    doc?: "ok" | "degraded" | "unavailable" | "skipped" | (string & {});
    /** Issues. */
    issue?: "ok" | "degraded" | "unavailable" | "skipped" | (string & {});
    /** Pull requests. */
    pull_request?: "ok" | "degraded" | "unavailable" | "skipped" | (string & {});
    /** Readmes. */
    readme?: "ok" | "degraded" | "unavailable" | "skipped" | (string & {});
};
/** A repository that was asked for. */
export type DeveloperRepo = {
    /** Its name, as `owner/name`. */
    repo?: string;
    /** Whether it can be searched. */
    indexed?: boolean;
    /** Which kinds of source are known of a repository. */
    types?: DeveloperRepoTypes;
};
/** Which kinds of source are known of a repository. */
export type DeveloperRepoTypes = {
    /** Issues. */
    issue?: boolean;
    /** Pull requests. */
    pullRequest?: boolean;
    /** Readmes. */
    readme?: boolean;
};
/** A site that was asked for. */
export type DeveloperSite = {
    /** The site. */
    source?: string;
    /** Whether it can be searched. */
    indexed?: boolean;
};
/** The metadata that was given with the webhook. */
export type WebhookMetadata = {
    [key: string]: unknown;
};
/** A crawl has started. */
export type CrawlStartedEvent = {
    /**
     * Whether it went well.
     * @constant
     */
    success: true;
    /**
     * What happened.
     * @constant
     */
    type: "crawl.started";
    /**
     * Format: uuid
     *
     * Id of the job or check.
     */
    id: string;
    /**
     * Format: uuid
     *
     * Id of the delivery.
     */
    webhookId: string;
    /**
     * Always empty.
     * @default []
     */
    data: unknown[];
    /** The metadata that was given with the webhook. */
    metadata?: WebhookMetadata;
};
/** A crawl has read a page. */
export type CrawlPageEvent = {
    /** Whether it went well. */
    success: boolean;
    /**
     * What happened.
     * @constant
     */
    type: "crawl.page";
    /**
     * Format: uuid
     *
     * Id of the job or check.
     */
    id: string;
    /**
     * Format: uuid
     *
     * Id of the delivery.
     */
    webhookId: string;
    /** What it is about. */
    data: Document[];
    /** What went wrong. */
    error?: string;
    /** The metadata that was given with the webhook. */
    metadata?: WebhookMetadata;
};
/** A crawl is completed. */
export type CrawlCompletedEvent = {
    /**
     * Whether it went well.
     * @constant
     */
    success: true;
    /**
     * What happened.
     * @constant
     */
    type: "crawl.completed";
    /**
     * Format: uuid
     *
     * Id of the job or check.
     */
    id: string;
    /**
     * Format: uuid
     *
     * Id of the delivery.
     */
    webhookId: string;
    /**
     * Always empty.
     * @default []
     */
    data: unknown[];
    /** The metadata that was given with the webhook. */
    metadata?: WebhookMetadata;
};
/** A batch scrape has started. */
export type BatchScrapeStartedEvent = {
    /**
     * Whether it went well.
     * @constant
     */
    success: true;
    /**
     * What happened.
     * @constant
     */
    type: "batch_scrape.started";
    /**
     * Format: uuid
     *
     * Id of the job or check.
     */
    id: string;
    /**
     * Format: uuid
     *
     * Id of the delivery.
     */
    webhookId: string;
    /**
     * Always empty.
     * @default []
     */
    data: unknown[];
    /** The metadata that was given with the webhook. */
    metadata?: WebhookMetadata;
};
/** A batch scrape has read a page. */
export type BatchScrapePageEvent = {
    /** Whether it went well. */
    success: boolean;
    /**
     * What happened.
     * @constant
     */
    type: "batch_scrape.page";
    /**
     * Format: uuid
     *
     * Id of the job or check.
     */
    id: string;
    /**
     * Format: uuid
     *
     * Id of the delivery.
     */
    webhookId: string;
    /** What it is about. */
    data: Document[];
    /** What went wrong. */
    error?: string;
    /** The metadata that was given with the webhook. */
    metadata?: WebhookMetadata;
};
/** A batch scrape is completed. */
export type BatchScrapeCompletedEvent = {
    /**
     * Whether it went well.
     * @constant
     */
    success: true;
    /**
     * What happened.
     * @constant
     */
    type: "batch_scrape.completed";
    /**
     * Format: uuid
     *
     * Id of the job or check.
     */
    id: string;
    /**
     * Format: uuid
     *
     * Id of the delivery.
     */
    webhookId: string;
    /**
     * Always empty.
     * @default []
     */
    data: unknown[];
    /** The metadata that was given with the webhook. */
    metadata?: WebhookMetadata;
};
/** An agent has started. */
export type AgentStartedEvent = {
    /**
     * Whether it went well.
     * @constant
     */
    success: true;
    /**
     * What happened.
     * @constant
     */
    type: "agent.started";
    /**
     * Format: uuid
     *
     * Id of the job or check.
     */
    id: string;
    /**
     * Format: uuid
     *
     * Id of the delivery.
     */
    webhookId: string;
    /**
     * Always empty.
     * @default []
     */
    data: unknown[];
    /** The metadata that was given with the webhook. */
    metadata?: WebhookMetadata;
};
/** An agent has taken a step. */
export type AgentActionEvent = {
    /**
     * Whether it went well.
     * @constant
     */
    success: true;
    /**
     * What happened.
     * @constant
     */
    type: "agent.action";
    /**
     * Format: uuid
     *
     * Id of the job or check.
     */
    id: string;
    /**
     * Format: uuid
     *
     * Id of the delivery.
     */
    webhookId: string;
    /** What it is about. */
    data: AgentStep[];
    /** The metadata that was given with the webhook. */
    metadata?: WebhookMetadata;
};
/** An agent is completed. */
export type AgentCompletedEvent = {
    /**
     * Whether it went well.
     * @constant
     */
    success: true;
    /**
     * What happened.
     * @constant
     */
    type: "agent.completed";
    /**
     * Format: uuid
     *
     * Id of the job or check.
     */
    id: string;
    /**
     * Format: uuid
     *
     * Id of the delivery.
     */
    webhookId: string;
    /** What it is about. */
    data: AgentOutcome[];
    /** The metadata that was given with the webhook. */
    metadata?: WebhookMetadata;
};
/** An agent has failed. */
export type AgentFailedEvent = {
    /**
     * Whether it went well.
     * @constant
     */
    success: false;
    /**
     * What happened.
     * @constant
     */
    type: "agent.failed";
    /**
     * Format: uuid
     *
     * Id of the job or check.
     */
    id: string;
    /**
     * Format: uuid
     *
     * Id of the delivery.
     */
    webhookId: string;
    /** What it is about. */
    data: AgentCost[];
    /** What went wrong. */
    error: string;
    /** The metadata that was given with the webhook. */
    metadata?: WebhookMetadata;
};
/** An agent was cancelled. */
export type AgentCancelledEvent = {
    /**
     * Whether it went well.
     * @constant
     */
    success: false;
    /**
     * What happened.
     * @constant
     */
    type: "agent.cancelled";
    /**
     * Format: uuid
     *
     * Id of the job or check.
     */
    id: string;
    /**
     * Format: uuid
     *
     * Id of the delivery.
     */
    webhookId: string;
    /** What it is about. */
    data: AgentCost[];
    /** The metadata that was given with the webhook. */
    metadata?: WebhookMetadata;
};
/** A monitor has looked at a page. */
export type MonitorPageEvent = {
    /** Whether it went well. */
    success: boolean;
    /**
     * What happened.
     * @constant
     */
    type: "monitor.page";
    /**
     * Format: uuid
     *
     * Id of the job or check.
     */
    id: string;
    /**
     * Format: uuid
     *
     * Id of the delivery.
     */
    webhookId: string;
    /** What it is about. */
    data: MonitorPageOutcome[];
    /** What went wrong. */
    error?: string;
    /** The metadata that was given with the webhook. */
    metadata?: WebhookMetadata;
};
/** A check of a monitor is completed. */
export type MonitorCheckCompletedEvent = {
    /** Whether it went well. */
    success: boolean;
    /**
     * What happened.
     * @constant
     */
    type: "monitor.check.completed";
    /**
     * Format: uuid
     *
     * Id of the job or check.
     */
    id: string;
    /**
     * Format: uuid
     *
     * Id of the delivery.
     */
    webhookId: string;
    /** What it is about. */
    data: MonitorCheckOutcome[];
    /** What went wrong. */
    error?: string;
    /** The metadata that was given with the webhook. */
    metadata?: WebhookMetadata;
};
/** A step of an agent. */
export type AgentStep = {
    /** Credits consumed so far. */
    creditsUsed?: number;
    /** What it does. */
    action?: string;
    /** With what. */
    input?: {
        [key: string]: unknown;
    };
};
/** What an agent gathered. */
export type AgentOutcome = {
    /** Credits consumed. */
    creditsUsed?: number;
    /** The data, in the shape of the schema that was sent. */
    data?: {
        [key: string]: unknown;
    };
};
/** What an agent cost. */
export type AgentCost = {
    /** Credits consumed. */
    creditsUsed?: number;
};
/** What a check found on one page. */
export type MonitorPageOutcome = {
    /**
     * Format: uuid
     *
     * Id of the monitor.
     */
    monitorId: string;
    /**
     * Format: uuid
     *
     * Id of the check.
     */
    checkId: string;
    /**
     * Format: uri
     *
     * URL of the page.
     */
    url: string;
    /** What happened to the page. It is `removed` if it answers 404 or 410, or if nothing of a site leads to it after everything else was read. */
    status: "same" | "new" | "changed" | "removed" | "error" | (string & {});
    /** The scrape it was compared with. */
    previousScrapeId?: string | null;
    /** The scrape of this check. */
    currentScrapeId?: string | null;
    /** Why it could not be read. */
    error?: string | null;
    /** Whether the change matters. */
    isMeaningful?: boolean | null;
    /** Why it matters. */
    judgment?: MonitorJudgment | null;
    /** Why the data of the page was not compared, or the change not judged. */
    warning?: string;
    /** What changed. */
    diff?: TextDiff | null;
};
/** What a check found. */
export type MonitorCheckOutcome = {
    /**
     * Format: uuid
     *
     * Id of the monitor.
     */
    monitorId: string;
    /**
     * Format: uuid
     *
     * Id of the check.
     */
    checkId: string;
    /** The state of the check. */
    status: "completed" | "partial" | "failed" | "skipped_overlap" | (string & {});
    /** How many pages a run found in each state. */
    summary: MonitorSummary;
};
