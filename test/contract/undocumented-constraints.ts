const safetyBound = 'A bound that keeps the server safe; no value that the document allows reaches it.';
const plausible = 'The document gives no bound, but less than this makes no sense and is refused.';
const alwaysSent = 'Servers always send it, which makes it useful to rely on.';
const openSet = 'Running servers send these too; the set is open.';

/** Constraints of documented schemas that the reference document does not state, each with the reason. */
export const undocumentedConstraints: Readonly<Record<string, string>> = {
  'Hostname/maxLength': safetyBound,
  'DomainPattern/maxLength': safetyBound,
  'TopLevelDomain/maxLength': safetyBound,
  'Error/required': alwaysSent,
  'ErrorCode/x-extensible-enum': openSet,
  'SearchRequest/properties/timeout/minimum': plausible,
  'SearchRequest/properties/enterprise/items/enum/2': 'Running servers take a name for neither of the two.',
  'SearchCategoryName/enum': 'Running servers take one more category, by several names.',
  'SearchCategory/properties/type/enum': 'Running servers take one more category, by several names.',
  'WebResult/properties/category/x-extensible-enum': openSet,
  'NewsResult/properties/category/x-extensible-enum': openSet,
  'FormatName/enum/14': 'Running servers take one more format.',
  'FormatName/enum/15': 'Running servers take one more format.',
  'SearchResponse/required': alwaysSent,
  'WebResult/required': alwaysSent,
  'NewsResult/required': alwaysSent,
  'ScrapeOptions/properties/waitFor/minimum': plausible,
  'ScrapeOptions/properties/maxAge/minimum': plausible,
  'ScrapeOptions/properties/minAge/minimum': plausible,
  'ScrapeOptions/properties/proxy/enum': 'Running servers take an older name as well.',
  'ScrapeOptions/properties/actions/maxItems': 'Running servers refuse more.',
  'Viewport/properties/width/minimum': plausible,
  'Viewport/properties/height/minimum': plausible,
  'Viewport/properties/width/maximum': 'Running servers refuse more.',
  'Viewport/properties/height/maximum': 'Running servers refuse more.',
  'PromptInteraction/properties/prompt/minLength': plausible,
  'MonitorRun/required': alwaysSent,
  'MonitorRun/properties/status/x-extensible-enum': openSet,
  'MonitorRun/properties/trigger/x-extensible-enum': openSet,
  'MonitorRunResponse/required': alwaysSent,
  'SupportAnswer/properties/confidence/x-extensible-enum': openSet,
};
