const NO_MODEL = 'There is no language model here.';
const NO_BROWSER = 'There is no browser here, and so no session.';
const NO_PAGE = 'A path that is unknown is refused here with a sentence: clients show only the status of an HTML page.';
const NO_ENDLESS_NEXT = 'A `next` that leads to the same page again is left out here.';

/** Recordings that are answered differently here, and why. */
export const differences: { readonly [name: string]: string | undefined } = {
  'agent-start': NO_MODEL,
  'agent-status-processing': NO_MODEL,
  'agent-cancel': NO_MODEL,
  'extract-start': NO_MODEL,
  'llm-question': NO_MODEL,
  'llm-json-prompt-only': 'A model that is missing is a warning here, as it is for the other formats.',
  'scrape-summary-no-llm': 'A summary is made here of sentences of the page.',

  'interact-create-unknown-key': NO_BROWSER,
  'interact-delete-twice': NO_BROWSER,
  'interact-execute-ok': NO_BROWSER,
  'interact-execute-unknown': 'That server failed; here the session is not found, as with keys.',
  'scrape-interact-code': NO_BROWSER,
  'scrape-interact-delete-unknown': 'That server failed; here the scrape is not found.',
  'scrape-audio':
    'That server had no engine for it; here the URL is refused by the code that other servers have for it.',
  'scrape-branding': 'Branding is read here from the styles of the page.',
  'scrape-changeTracking': 'That server could not compare; this one does.',
  'scrape-product': 'That server had no service for products; this one reads the data of the page.',

  'batch-status-cancelled': NO_ENDLESS_NEXT,
  'crawl-status-cancelled': NO_ENDLESS_NEXT,
  'crawl-status-cancelled-later': NO_ENDLESS_NEXT,

  'fetchengine-dns-failure': 'A name that does not resolve is said by its own code, as other servers do.',
  'scrape-conn-refused': 'A page that cannot be reached is a failure here, not a page with a status of its own making.',
  'scrape-origin-website': '`scrape_id` is for the website of that service.',

  'parse-uploadref-options': 'That server looks for the file before it refuses the unknown key `options`.',
  'parse-upload-url-badext': 'Text files are parsed here.',
  'scrape-threatProtection-403': 'Threat protection by lists works here for every team.',
  'threat-protection-get': 'Threat protection by lists works here for every team.',
  'team-activity': 'That server had no database for it.',
  'route-404': NO_PAGE,
  'route-405': NO_PAGE,
  developer: NO_PAGE,
  'research-papers': NO_PAGE,
  'support-ask': 'That server had nobody to ask; this one answers from the reference.',
};
