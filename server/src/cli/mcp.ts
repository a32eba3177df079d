import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { openLocalTools } from '../app/mcp/local-tools.ts'
import { createMcpServer } from '../app/mcp/mcp-server.ts'
import { readConfig } from '../config/read-config.ts'
import { readProductVersion } from '../features/about/product.ts'
import { describeDatabaseFailure } from '../platform/database/describe-failure.ts'
import { createLogger } from '../platform/log/logger.ts'

/** `npm run -s mcp`: the tools over stdin and stdout, on the store of DATA_DIR or DATABASE_URL. The log is stderr. */
async function run() {
  const config = readConfig(process.env)
  const log = createLogger(config.logLevel, (line) => process.stderr.write(line))
  const { close, ...tools } = await openLocalTools(config, log).catch((error: unknown) => {
    throw new Error(describeDatabaseFailure(error, config) ?? String(error), { cause: error })
  })
  const server = createMcpServer({
    ...tools,
    version: readProductVersion(),
    origin: config.publicOrigins[0] ?? `http://localhost:${config.port}`,
    spend: async () => null,
    log,
  })
  let isClosing = false
  const stop = async () => {
    if (isClosing) return
    isClosing = true
    await server.close()
    await close()
    process.exit(0)
  }
  process.stdin.once('end', () => void stop())
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
  await server.connect(new StdioServerTransport())
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
