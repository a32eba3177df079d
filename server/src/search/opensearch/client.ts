import { readFileSync } from 'node:fs'
import { Client, errors } from '@opensearch-project/opensearch'
import { z } from 'zod'

/** Milliseconds without a byte from the server after which a request fails; one more try follows. */
const REQUEST_TIMEOUT = 1_200
/** Connections per node. Requests beyond them wait in the client, not in the server. */
const MAX_SOCKETS = 64
/** Milliseconds for which a failed node is left out while others answer; doubles with each further failure. */
const NODE_PAUSE = 1_000

type ClientOptions = SearchServer & { requestTimeout?: number }

/** Opens no connection before the first request. */
export function connectOpenSearch({ url, caFile, requestTimeout = REQUEST_TIMEOUT }: ClientOptions): Client {
  const nodes = searchNodes(url)
  const client = new Client({
    nodes: nodes.map(({ origin, pathname }) => `${origin}${pathname}`),
    // Without a user or a password the client sends neither.
    auth: {
      username: decodeURIComponent(nodes[0]?.username ?? ''),
      password: decodeURIComponent(nodes[0]?.password ?? ''),
    },
    ...(caFile === undefined ? {} : { ssl: { ca: readFileSync(caFile) } }),
    requestTimeout,
    maxRetries: 1,
    agent: { keepAlive: true, maxSockets: MAX_SOCKETS },
  })
  Object.assign(client.connectionPool, { resurrectTimeout: NODE_PAUSE })
  return client
}

/** HTTP status of a refused request; null when no answer arrived. */
export const statusOf = (error: unknown): number | null =>
  error instanceof errors.ResponseError ? (error.statusCode ?? null) : null

const refusal = z.object({ error: z.object({ type: z.string() }) })

/** The error for the log: a refusal by its status and type alone, because its reason may quote the query. */
export function loggedFailureOf(error: unknown): unknown {
  if (!(error instanceof errors.ResponseError)) return error
  const read = refusal.safeParse(error.body)
  return new Error(`HTTP ${error.statusCode}${read.success ? ` ${read.data.error.type}` : ''}`)
}

/** Whether no server answered. */
export const isAbsence = (error: unknown): boolean =>
  error instanceof errors.OpenSearchClientError && !(error instanceof errors.ResponseError)

/** The response of a request, which the signal ends. */
export async function withAbort<T>(request: Promise<T> & { abort: () => unknown }, signal: AbortSignal): Promise<T> {
  // The listener returns nothing: Node throws the failure of a promise that a listener returns.
  const abort = () => void request.abort()
  signal.addEventListener('abort', abort, { once: true })
  return request.finally(() => signal.removeEventListener('abort', abort))
}

/** How an OpenSearch is reached. */
type SearchServer = {
  /** Addresses of the nodes by comma, the first with user and password. */
  url: string
  /** PEM file of the authority that signed the certificates of the nodes; absent: an authority that Node knows. */
  caFile?: string | undefined
}

/** How an operator wants the index. */
export type SearchIndexSettings = {
  /** null: one per ten million companies. */
  shards: number | null
  replicas: number
  /** Seconds until a written document can be found. */
  refreshSeconds: number
}

/** The OpenSearch of an operator. */
export type SearchServerSettings = SearchServer & { index: SearchIndexSettings }

/** The nodes of a SEARCH_URL. @throws Error for what is no list of addresses of http */
export function searchNodes(url: string): URL[] {
  const nodes = url.split(',').map((node) => new URL(node.trim()))
  if (nodes.some(({ protocol, search, hash }) => !/^https?:$/.test(protocol) || search + hash !== '')) {
    throw new Error('no addresses of http')
  }
  return nodes
}

/** @throws Error unless each node has an address */
export function parseSearchUrl(text: string): string | undefined {
  if (text === '') return undefined
  searchNodes(text)
  return text
}
