/** Changes that no rule judges, because they are no differences of two places. They have names and ids like all others. */
export const CONTRACT_ADDED = 'contract-added';
export const CONTRACT_REMOVED = 'contract-removed';
export const REWRITTEN = 'rewritten';
export const VERSION_UNFIT = 'version-unfit';

/** What each of them is, and at which level. */
export const WITHOUT_RULE: Readonly<Record<string, string>> = {
  [CONTRACT_ADDED]: 'A contract is new: all of it. It is compatible.',
  [CONTRACT_REMOVED]: 'A contract was deleted, which breaks all who use it.',
  [REWRITTEN]: 'Something is only written in another way, and means the same.',
  [VERSION_UNFIT]:
    '`info.version` was raised by less than the changes ask for. It is a warning, where it is looked at.',
};
