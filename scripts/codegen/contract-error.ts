/** The contract cannot be used. The message names the place and the reason, and needs no stack to be understood. */
export class ContractError extends Error {
  override name = 'ContractError';
}
