import type { Contract, Server } from './openapi.js';

/** Puts the defaults into the addresses: Redoc takes `{base_url}` for a path below the page that it stands on. */
export function fillServers(contract: Contract): void {
  contract.servers = contract.servers?.map(filled) ?? [];
}

function filled({ url, description, variables = {} }: Server): Server {
  const values = Object.entries(variables);
  const address = values.reduce((text, [name, variable]) => text.replaceAll(`{${name}}`, variable.default), url);
  const texts = [description, ...values.map(([, variable]) => variable.description)].filter(Boolean);
  return { url: address, description: texts.join(' ') };
}
