import { type Envelope, envelopeSchema, withoutRefusedRows } from '@baiqicha/contract/envelope'
import { resultCode } from '@baiqicha/contract/result-codes'
import { API_BASE, LOCKED_HEADER, type Route, TOKEN_HEADER } from '@baiqicha/contract/routes/route'
import { onlineManager, QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { logWarning } from '../log/log.ts'
import { ApiError, describeError } from './api-error.ts'
import { beginCall } from './pending-calls.ts'

/** A call that `web/start/start.js` sent while the code loaded. */
type EarlyCall = { url: string; token: string | null; sentAt: number; response: Promise<Response> }

declare global {
  interface Window {
    /** Absent: the script knows no call of the first page. */
    earlyCalls?: EarlyCall[]
  }
}

/** Age up to which the response serves a call: that of a fresh one in the query client. Milliseconds. */
const MAX_AGE_MS = 60_000

/**
 * Takes the response of the same request with the same session, if it was sent early. The server counts a request as a view
 * of a company, so a response that was sent for fails like any other, and serves one call.
 */
function takeEarlyResponse(url: string, token: string | null): Promise<Response> | undefined {
  const calls = window.earlyCalls ?? []
  const index = calls.findIndex((call) => call.url === url && call.token === token)
  const [call] = index < 0 ? [] : calls.splice(index, 1)
  return call !== undefined && Date.now() - call.sentAt < MAX_AGE_MS ? call.response : undefined
}

// The content security policy forbids evaluating strings.
z.config({ jitless: true })

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** The client does not show a failure: the caller does, or it need not be shown. */
  silent?: boolean
  /** No page waits for the response: the progress bar does not count the call. */
  isBackground?: boolean
  /** Exchanges a ticket of an external login: runs before all other calls, and the caller handles its rejection. */
  spendsTicket?: boolean
}

export type ApiHandlers = {
  /** Returns null for a visitor. */
  readToken: () => string | null
  /** Resolves when no ticket is pending. Throws `ApiError` when the exchange fails. */
  exchangePendingTicket: () => Promise<void>
  /** Shows the message of a failed call. */
  showFailure: (sentence: string) => void
  /** Called when the session is missing or has ended. */
  onNoSession: () => void
  /** Called for each answer to the session of a locked account. */
  onLocked: () => void
}

let handlers: ApiHandlers = {
  readToken: () => null,
  exchangePendingTicket: async () => {},
  showFailure: () => {},
  onNoSession: () => {},
  onLocked: () => {},
}

/** Sets the callbacks of the client at start-up. */
export function connectApi(connected: ApiHandlers) {
  handlers = connected
}

function queryOf(input: object): string {
  const pairs = Object.entries(input).filter(([, value]) => value != null)
  return new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
}

function headersOf(token: string | null): Headers {
  const headers = new Headers({ accept: 'application/json' })
  if (token !== null) headers.set(TOKEN_HEADER, token)
  return headers
}

function buildRequest(
  { method, path }: Pick<Route, 'method' | 'path'>,
  input: object,
  headers: Headers,
  signal: AbortSignal | undefined,
): Request {
  const url = new URL(`${API_BASE}${path}`, window.location.origin)
  const init: RequestInit = { method, headers, credentials: 'same-origin' }
  if (signal !== undefined) init.signal = signal
  if (method === 'GET') {
    url.search = queryOf(input)
  } else {
    headers.set('content-type', 'application/json;charset=utf-8')
    init.body = JSON.stringify(input)
  }
  return new Request(url, init)
}

async function fetchAnswer(request: Request): Promise<Response> {
  try {
    const { method, url, headers } = request
    const early = method === 'GET' ? takeEarlyResponse(url, headers.get(TOKEN_HEADER)) : undefined
    return await (early ?? fetch(request))
  } catch (error) {
    if (request.signal.aborted) throw error
    throw new ApiError({ type: 'network' })
  }
}

async function openEnvelope(response: Response, path: string): Promise<Envelope> {
  const unreadable = new ApiError({ type: 'http', status: response.status, path })
  if (!response.ok) throw unreadable
  const body: unknown = await response.json().catch(() => null)
  const envelope = z.safeParse(envelopeSchema, body)
  if (!envelope.success) throw unreadable
  return envelope.data
}

/** Whether a response has code or status 403: no valid session. */
export const isNoSession = (error: unknown) =>
  error instanceof ApiError &&
  ((error.failure.type === 'rejected' && error.failure.code === resultCode.noSession) ||
    (error.failure.type === 'http' && error.failure.status === 403))

/** Sends a request with these headers. Throws `ApiError` without a response. */
export type Transport = (headers: Headers) => Promise<Response>

/** Transport of a call by `fetch`. */
export const carry =
  (route: Pick<Route, 'method' | 'path'>, input: object, signal: AbortSignal | undefined): Transport =>
  (headers) =>
    fetchAnswer(buildRequest(route, input, headers, signal))

/** Reads the envelope of a response. Throws `ApiError` when there is no session. */
export async function openAnswer(response: Response, path: string): Promise<Envelope> {
  const envelope = await openEnvelope(response, path)
  if (envelope.code === resultCode.noSession) throw new ApiError({ type: 'rejected', ...envelope })
  return envelope
}

/** Sends a request with the token and reads the response by `open`. Failures are handled as for every call. */
export async function send<T>(
  path: string,
  transport: Transport,
  options: CallOptions,
  open: (response: Response, path: string) => Promise<T>,
): Promise<T> {
  const endCall = beginCall(options)
  let token: string | null = null
  try {
    // The first call with a ticket uses it up, so that no other call may precede the exchange.
    if (options.spendsTicket !== true) await handlers.exchangePendingTicket()
    token = handlers.readToken()
    const response = await transport(headersOf(token))
    if (response.headers.has(LOCKED_HEADER)) handlers.onLocked()
    return await open(response, `${API_BASE}${path}`)
  } catch (error) {
    if (options.signal?.aborted === true) throw error
    const isRejected = error instanceof ApiError && error.failure.type === 'rejected'
    if (options.silent !== true && !isRejected) handlers.showFailure(describeError(error))
    // The response to an older token must not end the current session.
    const isOurs = handlers.readToken() === token && options.spendsTicket !== true
    if (isNoSession(error) && isOurs) handlers.onNoSession()
    throw error
  } finally {
    endCall()
  }
}

/** Leaves out the rows of a list that the schema refuses: one row must not fail the whole list. */
function decode<O extends z.core.$ZodType>(
  output: O,
  data: unknown,
  path: string,
): z.core.util.SafeParseResult<z.output<O>> {
  const decoded = z.safeParse(output, data)
  if (decoded.success) return decoded
  const rest = withoutRefusedRows(data, decoded.error.issues)
  if (rest === null) return decoded
  const fields = decoded.error.issues.map((issue) => issue.path.join('.'))
  logWarning(`${path} without ${rest.refused} rows that cannot be read: ${fields.join(', ')}`)
  return z.safeParse(output, rest.data)
}

/** Sends a request outside the route table through its own transport, with token and error handling as in `callApi`. */
export async function callThrough<O extends z.core.$ZodType>(
  { path, output }: { path: string; output: O },
  transport: Transport,
  options: CallOptions = {},
): Promise<z.output<O>> {
  const { code, message, data } = await send(path, transport, options, openAnswer)
  if (code !== resultCode.ok) throw new ApiError({ type: 'rejected', code, message, data })
  const decoded = decode(output, data, path)
  if (decoded.success) return decoded.data
  const unreadable = new ApiError({ type: 'http', status: 200, path: `${API_BASE}${path}` })
  if (options.silent !== true) handlers.showFailure(describeError(unreadable))
  throw unreadable
}

/**
 * Calls a route of the contract and returns its decoded data. Throws `ApiError`. Network and HTTP failures have been
 * shown by then; rejections (`rejected`) have not. An aborted call throws the abort error.
 */
export function callApi<I extends z.core.$ZodType, O extends z.core.$ZodType>(
  route: Route<I, O>,
  input: z.input<I> & object,
  options: CallOptions = {},
): Promise<z.output<O>> {
  return callThrough(route, carry(route, input, options.signal), options)
}

/** For routes marked `raw`: resolves to the response body at any code. The caller reads `code` and `message`. */
export function callRawApi<I extends z.core.$ZodType>(route: Route<I>, input: z.input<I> & object): Promise<Envelope> {
  return send(route.path, carry(route, input, undefined), {}, openAnswer)
}

/** Key and function of the query of a call. A page shows a failure of its queries itself, with 重试. */
export const apiQuery = <K extends readonly unknown[], I extends z.core.$ZodType, O extends z.core.$ZodType>(
  queryKey: K,
  route: Route<I, O>,
  input: z.input<I> & object,
  options: CallOptions = { silent: true },
) => ({
  queryKey,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<z.output<O>> => callApi(route, input, { ...options, signal }),
})

/** Time for which a response counts as fresh. Milliseconds. */
const STALE_MS = 60_000

/**
 * Query client without automatic refetching: no retry (a failed list offers 重试, and an overloaded server gets no second
 * request), and none on focus. `always`: fails at once when offline instead of waiting; what failed without any data loads
 * when the connection returns.
 */
export function createQueryClient(): QueryClient {
  // A page that was opened offline has seen no event: the return of the connection would be none either.
  onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: ({ state }) => state.status === 'error' && state.data === undefined,
        networkMode: 'always',
        staleTime: STALE_MS,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
