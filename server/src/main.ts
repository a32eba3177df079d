import { enableCompileCache, flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// Everything below is loaded after this line: what Node compiled once it need not compile at the next start.
enableCompileCache()
await import('./platform/threads/quick-imports.ts')
const { ConfigError, readConfig } = await import('./config.ts')
const { createLogger } = await import('./platform/log/logger.ts')
const { startSearch } = await import('./app/start-search.ts')

/** How long requests in flight have to finish once the process is told to end. */
const GRACE_MS = 10_000

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Ends the process in order at the first signal, at once at the second. */
function endOnSignals(close: () => Promise<void>) {
  let ending = false
  const end = async () => {
    if (ending) process.exit(1)
    ending = true
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    await close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end())
}

try {
  const config = readConfig(process.env)
  const log = createLogger(config.logLevel, (line) => process.stdout.write(line))
  const search = startSearch(config, log)
  const { startServer } = await import('./app/start-server.ts')
  const server = await startServer({ config, log, search, say })
  endOnSignals(server.close)
  flushCompileCache()
  // From here on what is kept hardly grows: V8 would otherwise let garbage become several times as much before it looks.
  setFlagsFromString('--heap-growing-percent=30')
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`)
  process.exit(1)
}

/** What the person who typed the command can do something about, in a sentence; anything else in full. */
function startFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return '端口已被占用：换一个端口，如 PORT=8081 npm start'
  if (code === 'EACCES') return `没有权限：${error.message}`
  if (code === 'ECONNREFUSED') return '连不上数据库：请确认 DATABASE_URL 指向的 PostgreSQL 已启动'
  return error.stack ?? error.message
}
