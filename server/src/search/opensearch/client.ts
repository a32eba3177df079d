import { readFileSync } from 'node:fs'
import { Client, errors } from '@opensearch-project/opensearch'
import { z } from 'zod'
import { searchNodes } from './search-server-settings.ts'

export type OpenSearchSettings = {
  /** Address with user and password; several nodes are separated by commas. */
  url: string
  /** PEM file of the authority that signed the servers' certificates; absent: those of Node. */
  caFile?: string | undefined
  /** Milliseconds without a byte from the server after which a request fails. */
  requestTimeout?: number
}

/** With one more try a query ends within 2.4 s, below the 3 s in which every answer must be given. */
const QUERY_TIMEOUT = 1_200
const TRIES_AFTER_FAILURE = 1
/** Connections per node. Requests beyond them wait in the client, not in the server. */
const MAX_SOCKETS = 64
/** Milliseconds for which a failed node is left out while others answer; doubles with each further failure. */
const NODE_PAUSE = 1_000

/** Opens no connection before the first request. */
export function connectOpenSearch({ url, caFile, requestTimeout = QUERY_TIMEOUT }: OpenSearchSettings): Client {
  const nodes = searchNodes(url)
  const [first] = nodes
  if (first === undefined) throw new TypeError('no address of OpenSearch')
  const client = new Client({
    nodes: nodes.map(({ origin, pathname }) => `${origin}${pathname}`),
    // Without a user or a password the client sends neither.
    auth: { username: decodeURIComponent(first.username), password: decodeURIComponent(first.password) },
    ...(caFile === undefined ? {} : { ssl: { ca: readFileSync(caFile) } }),
    requestTimeout,
    maxRetries: TRIES_AFTER_FAILURE,
    agent: { keepAlive: true, maxSockets: MAX_SOCKETS },
    nodeSelector: 'round-robin',
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
export async function withAbort<T>(request: Promise<T> & { abort: () => void }, signal: AbortSignal): Promise<T> {
  const abort = () => request.abort()
  signal.addEventListener('abort', abort, { once: true })
  return request.finally(() => signal.removeEventListener('abort', abort))
}
