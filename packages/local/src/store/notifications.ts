/** Messages between the processes that share a database. Those that are sent while one has no connection are lost to it. */
export interface Notifications {
  send(channel: string, message: string): Promise<void>;
  /** Calls the listener with the messages of other processes. */
  listen(channel: string, listener: (message: string) => void): void;
  close(): Promise<void>;
}
