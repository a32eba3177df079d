import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { BlockList, Socket } from 'node:net'
import { API_BASE, type RouteKey } from '@baiqicha/contract/routes'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { addressForLimits, clientAddress, isInRanges } from '../platform/http/client-address.ts'
import { badRequest, Refusal, refusalOf, unknownPath } from '../platform/http/refusal.ts'
import { BODY_LIMIT, parseJsonBody } from '../platform/http/request-text.ts'
import { JSON_TYPE, refusalText, respondRefusal } from '../platform/http/respond.ts'
import { allTexts, type Logger } from '../platform/log/logger.ts'
import type { Traces } from '../platform/traces/traces.ts'
import { type ClosingOptions, closeWhenAnswered } from './close-when-answered.ts'

import { loggedRouteOf, type RequestMetrics, traceRequests } from './request-metrics.ts'

/** Requests of one connection that may be unanswered at once. Browsers and proxies send one at a time. */
const MAX_UNANSWERED = 32
/** Requests of one connection in all: a balancer spreads the connections that follow anew. */
const MAX_REQUESTS = 1_000

type Connection = {
  received: number
  unanswered: number
  /** Requests that have arrived and not started, in order. */
  waiting: (() => void)[]
  isEnding: boolean
}

/**
 * Handles one request of a connection at a time, each in a turn of the event loop of its own. The parser emits a thousand
 * pipelined requests in one turn: without this limit all other connections wait until they are handled. The response to
 * the last request that a connection may send ends it; requests after that are dropped, as if they had not arrived.
 */
function limitPipelining(handle: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Connection>()

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket)
    if (known !== undefined) return known
    const connection: Connection = { received: 0, unanswered: 0, waiting: [], isEnding: false }
    connections.set(socket, connection)
    return connection
  }

  return (request, response) => {
    const { socket } = request
    const connection = connectionOf(socket)
    if (connection.isEnding) {
      // A response that ends makes Node read on.
      socket.pause()
      return
    }
    connection.received += 1
    connection.unanswered += 1
    if (connection.received === MAX_REQUESTS || connection.unanswered === MAX_UNANSWERED) {
      connection.isEnding = true
      response.shouldKeepAlive = false
      socket.pause()
    }
    response.once('close', () => {
      connection.unanswered -= 1
      const next = connection.waiting.shift()
      if (next !== undefined) setImmediate(next)
    })
    const start = () => handle(request, response)
    if (connection.unanswered === 1) start()
    else connection.waiting.push(start)
  }
}

export type HttpServerDeps = {
  trustedProxies: BlockList
  securityHeaders: (host: string | undefined) => Record<string, string>
  observer: RequestMetrics
  log: Logger
  /** Answers an address outside the API that has no route. Absent: the envelope does. */
  answerOther?: (request: FastifyRequest, reply: FastifyReply) => unknown
  /** Path of the calls; that of the public API by default. */
  apiBase?: string
  /** Whether a client may use the server; others get an empty 404. Absent: every client may. */
  isAllowed?: (address: string) => boolean
  /** Absent: requests are not traced. */
  traces?: Traces | undefined
  options?: HttpServerOptions | undefined
}

/** All times in milliseconds; tests set them shorter. */
export type HttpServerOptions = ClosingOptions & {
  /** Time for the headers of a request to arrive. */
  headersTimeout?: number
  /** Time for a whole request to arrive. */
  requestTimeout?: number
  /** Time between two requests of a connection. */
  keepAliveTimeout?: number
  /**
   * Closes connections without traffic. A client that does not read its response keeps its connection for at most twice
   * as long: Node counts the last write as traffic.
   */
  idleTimeout?: number
  /** Time that a client has to read a refusal of an unreadable request, before its connection is destroyed. */
  lingerTimeout?: number
  /** Interval at which the first two are checked. */
  checkEvery?: number
}

const noSchemas = () => {
  throw new Error('routes have their schemas in the contract')
}

/** HTTP server without routes: refusal of malformed requests, responses to errors, headers of every response. */
export function createHttpServer({
  trustedProxies,
  securityHeaders,
  observer,
  log,
  answerOther,
  apiBase = API_BASE,
  isAllowed = () => true,
  traces,
  options = {},
}: HttpServerDeps): FastifyInstance {
  const {
    headersTimeout = 8_000,
    requestTimeout = 15_000,
    keepAliveTimeout = 5_000,
    idleTimeout = 15_000,
    lingerTimeout = 5_000,
    checkEvery = 1_000,
    ...closing
  } = options
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: false,
    // While the server closes, requests on open connections are still answered; then each connection ends.
    return503OnClosing: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: isInRanges(trustedProxies),
    // The contract parses and encodes. Loading Fastify's own compilers would take a tenth of the start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    serverFactory: (handle) => {
      const times = { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval: checkEvery }
      const server = createServer(times, limitPipelining(handle))
      server.setTimeout(idleTimeout)
      return server
    },
    genReqId: () => randomUUID(),
    clientErrorHandler: (error, socket) => answerUnreadableRequest(error, socket, lingerTimeout),
    frameworkErrors: (error, request, reply) => {
      // A page address that cannot be decoded: chat apps cut addresses anywhere.
      if (!isAllowed(clientAddress(request.ips))) sendNothing(reply)
      else if (request.method === 'GET' && !isBelowApi(request)) reply.redirect('/')
      else answerError(error, request, reply)
    },
  })

  closeWhenAnswered(app.server, closing)
  app.server.on('checkExpectation', (_request, response) => {
    response.writeHead(400, { 'content-type': JSON_TYPE, connection: 'close' }).end(refusalText(badRequest()))
  })

  app.decorateRequest('callerKey', '')
  app.decorateRequest('callerAddress', '')
  app.decorateRequest('span', null)
  app.decorateReply('answeredCode', null)
  if (traces !== undefined) traceRequests(app, traces, trustedProxies)

  app.addHook('onRequest', async (request, reply) => {
    request.callerAddress = clientAddress(request.ips)
    if (!isAllowed(request.callerAddress)) {
      sendNothing(reply)
      return
    }
    request.callerKey = addressForLimits(request.callerAddress)
    reply.headers(securityHeaders(request.headers.host)).header('x-request-id', request.id)
    if (!isApi(request, apiBase)) return
    reply.header('cache-control', 'no-store')
    if (request.method === 'POST') requireType(request, request.routeOptions.config?.takes ?? 'json')
  })

  app.addHook('onResponse', async (request, reply) => observer.answered(request, reply))
  app.addHook('onRequestAbort', async (request) => observer.aborted(request))

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
    body.length === 0 ? {} : parseJsonBody(body),
  )

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const { refusal, isServerFault } = refusalOf(error)
    if (isServerFault) {
      const hidden = allTexts([request.query, request.params, request.body])
      log.error('request-failed', { requestId: request.id, route: loggedRouteOf(request), error, hidden })
    }
    // The refused body is still arriving, so the connection cannot be reused.
    if (refusal.status === 400 && request.body === undefined) reply.header('connection', 'close')
    return respondRefusal(reply, refusal)
  }

  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    return answerOther !== undefined && isRead && !isBelowApi(request)
      ? answerOther(request, reply)
      : respondRefusal(reply, unknownPath())
  })
  return app
}

const sendNothing = (reply: FastifyReply) => reply.code(404).send('')

const isBelowApi = ({ url }: FastifyRequest) => /^\/api(?:[/?]|$)/i.test(url)

const isApi = ({ url }: FastifyRequest, base: string) => url.startsWith(`${base}/`) || url === base

const bodyTypes = {
  json: { pattern: /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i, name: 'application/json' },
  bytes: { pattern: /^application\/octet-stream$/i, name: 'application/octet-stream' },
  form: { pattern: /^multipart\/form-data\s*;/i, name: 'multipart/form-data' },
}

/**
 * Refuses bodies of another type, or compressed ones, before they are read. A missing body counts as an empty object.
 */
function requireType(request: FastifyRequest, takes: keyof typeof bodyTypes) {
  const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = request.headers
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw badRequest('不接受压缩的内容')
  const isEmpty = request.headers['transfer-encoding'] === undefined && (length === undefined || length === '0')
  const { pattern, name } = bodyTypes[takes]
  if (type === undefined ? takes === 'form' || !isEmpty : !pattern.test(type)) throw badRequest(`内容类型须为 ${name}`)
}

/**
 * Responds to input that the HTTP parser rejected, or that took too long: there is no request yet, only the socket. A client
 * that sends on and never reads would keep the socket: the response could never be delivered, and the socket is not idle.
 */
function answerUnreadableRequest(error: Error & { code?: string }, socket: Socket, lingerTimeout: number) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const body = refusalText(isTimeout ? new Refusal({ code: 400, message: '请求超时' }) : badRequest())
  const status = isTimeout ? '408 Request Timeout' : '400 Bad Request'
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  const linger = setTimeout(() => socket.destroy(), lingerTimeout).unref()
  socket.once('close', () => clearTimeout(linger))
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent outside the route table. */
    routeKey?: RouteKey
    /** Type of the body of a POST; JSON by default. */
    takes?: keyof typeof bodyTypes
  }
  interface FastifyRequest {
    /** Key of the caller for limits: an IPv4 address, or the /64 of an IPv6 address. */
    callerKey: string
    /** Address of the caller, for the log. */
    callerAddress: string
  }
}
