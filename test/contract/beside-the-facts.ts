const opaque = 'A bound that keeps the server safe; no value that the document allows reaches it.';
const sane = 'The document gives no bound, but less than this makes no sense and is refused.';
const envelope = 'Servers always send it, which makes it useful to rely on.';
const open = 'Running servers send these too; the set is open.';

/** What schemas marked as documented promise beyond the reference document, and why they may. */
export const besideTheFacts: Readonly<Record<string, string>> = {
  'Hostname/maxLength': opaque,
  'DomainPattern/maxLength': opaque,
  'TopLevelDomain/maxLength': opaque,
  'Error/required': envelope,
  'ErrorCode/x-extensible-enum': open,
  'SearchRequest/properties/timeout/minimum': sane,
  'SearchResponse/required': envelope,
  'WebResult/required': envelope,
  'NewsResult/required': envelope,
  'ScrapeOptions/properties/waitFor/minimum': sane,
  'ScrapeOptions/properties/maxAge/minimum': sane,
  'ScrapeOptions/properties/minAge/minimum': sane,
  'ScrapeOptions/properties/proxy/enum': 'Running servers take an older name as well.',
  'ScrapeOptions/properties/actions/maxItems': 'Running servers refuse more.',
  'Viewport/properties/width/minimum': sane,
  'Viewport/properties/height/minimum': sane,
  'ScrapeRequest/properties/url/pattern': 'Running servers refuse other protocols.',
  'ScrapeRequest/properties/url/format': 'Running servers refuse what is no URL.',
  'PromptInteraction/properties/prompt/minLength': sane,
  'MonitorRun/required': envelope,
  'MonitorRun/properties/status/x-extensible-enum': open,
  'MonitorRun/properties/trigger/x-extensible-enum': open,
  'MonitorRunResponse/required': envelope,
  'SupportAnswer/properties/confidence/x-extensible-enum': open,
};
