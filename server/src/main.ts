import { startSearch } from './app/start-search.ts'
import { StartRefused, startServer } from './app/start-server.ts'
import { createStop } from './app/stop-on-signals.ts'
import { ConfigError, readConfig } from './config/read-config.ts'
import { systemClock } from './domain/clock.ts'
import { createLogger } from './platform/log/logger.ts'
import { createServiceStates } from './platform/service-states.ts'
import { openTraces } from './platform/traces/open-traces.ts'
import type { Traces } from './platform/traces/traces.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  const config = readConfig(process.env)
  let traces: Traces | undefined
  const log = createLogger(config.logLevel, (line) => process.stdout.write(line), {
    currentTraceId: () => traces?.currentTraceId(),
  })
  const serviceStates = createServiceStates(systemClock)
  const search = await startSearch(config, log, serviceStates)
  if (config.traces !== null) traces = await openTraces({ ...config.traces, log })
  const { close } = await startServer({ config, log, search, serviceStates, traces, say })
  const stop = createStop({ close, exit: (code) => process.exit(code), now: () => performance.now(), log })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`)
  process.exit(1)
}

/** A sentence for an error that the operator can correct; the stack of any other error. */
function describeStartFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartRefused) return error.message
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return '端口已被占用：换一个端口，如 PORT=8081 npm start'
  if (code === 'EACCES') return `没有权限：${error.message}`
  return error.stack ?? error.message
}
