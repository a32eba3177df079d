import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod/mini'
import type { KeyQuota } from '../../features/account/api-key.service.ts'
import { refusalOf } from '../../platform/http/refusal.ts'
import type { Logger } from '../../platform/log/logger.ts'
import { refuseIfUnavailable } from '../../search/search-refusal.ts'
import { DATA_NOTICE, resultOf, resultSchema } from './mcp-result.ts'
import { type McpToolDeps, mcpTools, type PreparedCall } from './mcp-tools.ts'

export type McpServerDeps = McpToolDeps & {
  version: string
  /** Origin of the site, for links. */
  origin: string
  /** Counts a call before it runs, with the limits of the page; null: without a quota. @throws Refusal */
  spend: (page: PreparedCall['page']) => Promise<KeyQuota | null>
  /** Aborted when the caller has gone; absent: never. */
  signal?: AbortSignal
  log: Logger
}

const jsonSchemaOf = (schema: z.core.$ZodType, io: 'input' | 'output') => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, target: 'draft-7' })
  return { ...json, type: 'object' as const }
}

const outputSchema = jsonSchemaOf(resultSchema, 'output')
const listed = mcpTools.map(({ name, title, description, input }) => ({
  name,
  title,
  description,
  inputSchema: jsonSchemaOf(input, 'input'),
  outputSchema,
  annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
}))

const failed = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: true })

/** It would validate forms that a server requests of a user; this server requests none, and its default loads slowly. */
const noForms = {
  getValidator: () => {
    throw new Error('this server requests no input of users')
  },
}

/** A server of the tools for one connection. */
export function createMcpServer(deps: McpServerDeps): Server {
  const server = new Server(
    { name: 'baiqicha', title: '百企查', version: deps.version },
    { capabilities: { tools: {} }, instructions: DATA_NOTICE, jsonSchemaValidator: noForms },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal: ofClient }) => {
    const signal = deps.signal === undefined ? ofClient : AbortSignal.any([ofClient, deps.signal])
    const tool = mcpTools.find(({ name }) => name === params.name)
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, '没有这个工具')
    const call = tool.prepare(params.arguments)
    if ('wrong' in call) return failed(`参数有误：${call.wrong}`)
    try {
      // A cancelled call costs nothing before it is counted, and reads nothing after that.
      signal.throwIfAborted()
      const quota = await deps.spend(call.page)
      signal.throwIfAborted()
      const { text, structured, isError } = resultOf(await refuseIfUnavailable(call.run(deps)), { ...deps, quota })
      return { content: [{ type: 'text', text }], structuredContent: structured, isError }
    } catch (error) {
      if (signal.aborted) return failed('已取消')
      const { refusal, isServerFault } = refusalOf(error)
      if (isServerFault) deps.log.error('tool-failed', { detail: tool.name, error })
      return failed(refusal.message)
    }
  })
  return server
}

/** Answers one message of a client. There are no sessions, so any process may answer the next one. */
export async function answerMcp(message: { headers: Headers; body: unknown }, deps: McpServerDeps): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = createMcpServer(deps)
  await server.connect(transport)
  try {
    const request = new Request('http://localhost/mcp', { method: 'POST', headers: message.headers })
    return await transport.handleRequest(request, { parsedBody: message.body })
  } finally {
    await server.close()
  }
}
