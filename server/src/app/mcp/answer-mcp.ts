import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { createMcpServer, type McpServerDeps } from './mcp-server.ts'

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
