/** Whether only programs of this machine reach a server that listens at this address. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1)$/.test(host);
}
