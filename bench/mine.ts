import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { measureConfigurationCalls } from './lib/configuration-calls.ts'
import { FOR_ONE_CLIENT } from './lib/load.ts'
import { createReport } from './lib/report.ts'

/** `npm run bench:mine`: the configuration calls of 我的, 联系我们 and 关于我们. */
const report = createReport({ name: 'mine', isWhole: true, settings: {} })
const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile(FOR_ONE_CLIENT, []) })
try {
  await server.start()
  await measureConfigurationCalls(server, report)
} finally {
  await server.dispose()
}
report.finish()
