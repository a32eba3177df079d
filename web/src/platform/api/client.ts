import { type Envelope, envelopeSchema } from '@baiqicha/contract/envelope'
import { resultCode } from '@baiqicha/contract/result-codes'
import { API_BASE, type Route, TOKEN_HEADER } from '@baiqicha/contract/routes/route'
import * as z from 'zod/mini'
import { ApiError } from './api-error.ts'
import { describeError } from './messages.ts'
import { beginCall } from './pending-calls.ts'

// The content security policy forbids `eval`, which zod's compiler uses.
z.config({ jitless: true })

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Shows no message on failure: the caller does, or none is needed. */
  silent?: boolean
  /** The call that exchanges a ticket: it runs before all others, and the caller handles its refusal. */
  spendsTicket?: boolean
}

export type ApiHandlers = {
  /** null for a visitor. */
  readToken: () => string | null
  /** Exchanges the ticket, if the token is one. Throws `ApiError` if that fails. */
  settleTicket: () => Promise<void>
  /** Shows the user that a call failed. */
  showFailure: (sentence: string) => void
  /** The session is missing or has ended. */
  onNoSession: () => void
}

let handlers: ApiHandlers = {
  readToken: () => null,
  settleTicket: async () => {},
  showFailure: () => {},
  onNoSession: () => {},
}

/** Sets the handlers, once at start-up. */
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
  { method, path }: Route,
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
    return await fetch(request)
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

/** Whether the error is a 403, as code or as status: the token is not valid. */
export const isNoSession = (error: unknown) =>
  error instanceof ApiError &&
  ((error.failure.type === 'rejected' && error.failure.code === resultCode.noSession) ||
    (error.failure.type === 'http' && error.failure.status === 403))

/** Sends a request with these headers. Throws `ApiError` if there is no response. */
export type Transport = (headers: Headers) => Promise<Response>

const fetchTransport =
  (route: Route, input: object, signal: AbortSignal | undefined): Transport =>
  (headers) =>
    fetchAnswer(buildRequest(route, input, headers, signal))

async function send(path: string, transport: Transport, options: CallOptions): Promise<Envelope> {
  const endCall = beginCall()
  let token: string | null = null
  try {
    // The first call that sends a ticket redeems it, so the exchange has to run first.
    if (options.spendsTicket !== true) await handlers.settleTicket()
    token = handlers.readToken()
    const envelope = await openEnvelope(await transport(headersOf(token)), `${API_BASE}${path}`)
    if (envelope.code === resultCode.noSession) throw new ApiError({ type: 'rejected', ...envelope })
    return envelope
  } catch (error) {
    if (options.signal?.aborted === true) throw error
    const isRejected = error instanceof ApiError && error.failure.type === 'rejected'
    if (options.silent !== true && !isRejected) handlers.showFailure(describeError(error))
    // A refusal of an older token does not concern the current session.
    const isCurrent = handlers.readToken() === token && options.spendsTicket !== true
    if (isNoSession(error) && isCurrent) handlers.onNoSession()
    throw error
  } finally {
    endCall()
  }
}

/**
 * Like `callApi`, but sends the request by the given transport, for a call outside the route table.
 */
export async function callThrough<O extends z.core.$ZodType>(
  { path, output }: { path: string; output: O },
  transport: Transport,
  options: CallOptions = {},
): Promise<z.output<O>> {
  const { code, message, data } = await send(path, transport, options)
  if (code !== resultCode.ok) throw new ApiError({ type: 'rejected', code, message, data })
  const decoded = z.safeParse(output, data)
  if (decoded.success) return decoded.data
  const unreadable = new ApiError({ type: 'http', status: 200, path: `${API_BASE}${path}` })
  if (options.silent !== true) handlers.showFailure(describeError(unreadable))
  throw unreadable
}

/**
 * Calls a route of the contract and returns its decoded data. Throws `ApiError`. The client shows failures of network
 * and status unless the call is silent; the caller shows rejections. An aborted call throws the abort error.
 */
export function callApi<I extends z.core.$ZodType, O extends z.core.$ZodType>(
  route: Route<I, O>,
  input: z.input<I> & object,
  options: CallOptions = {},
): Promise<z.output<O>> {
  return callThrough(route, fetchTransport(route, input, options.signal), options)
}

/** Calls a route marked `raw` and returns its envelope, whatever the code. The caller reads `code` and `message`. */
export function callRawApi<I extends z.core.$ZodType>(
  route: Route<I>,
  input: z.input<I> & object,
  options: CallOptions = {},
): Promise<Envelope> {
  return send(route.path, fetchTransport(route, input, options.signal), options)
}
