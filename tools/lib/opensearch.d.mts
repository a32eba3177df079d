export type StartedOpenSearch = {
  /** Address of the first node. */
  url: string
  urls: string[]
  /** Sends a signal to every node, as SIGKILL or SIGSTOP. */
  signal(name: NodeJS.Signals): void
  /** Starts ended nodes again on their data and addresses. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export function startOpenSearch(options?: {
  nodes?: number
  heap?: string
  /** Keeps the data of the nodes beyond `stop`; a later start continues with it. */
  dataFolder?: string | undefined
}): Promise<StartedOpenSearch>
