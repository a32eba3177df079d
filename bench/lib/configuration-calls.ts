import type { RouteKey } from '@baiqicha/contract/routes'
import type { TestServer } from '../../e2e/lib/server.ts'
import { startConstantServer } from './constant-server.ts'
import { createLoads } from './load.ts'
import type { Report } from './report.ts'
import { pathOf } from './requests.ts'

const keys = ['contactConfig', 'mineConfig', 'about'] as const satisfies readonly RouteKey[]
const CONNECTIONS = 10
const ROUNDS = 3
const SECONDS = 2

/** The rate of each configuration call beside that of a plain server that returns the same bytes. */
export async function measureConfigurationCalls({ port, baseUrl }: TestServer, report: Report): Promise<void> {
  const { rows, loadInTurns } = createLoads()
  for (const key of keys) {
    const requests = [{ path: pathOf(key) }]
    const answer = await fetch(baseUrl + pathOf(key))
    const text = await answer.text()
    const constant = await startConstantServer(text)
    const bytes = `constant bytes of ${key}`
    const loads = [
      { what: bytes, port: constant.port },
      { what: key, port },
    ]
    const of = await loadInTurns(
      loads.map((load) => ({ ...load, requests, connections: CONNECTIONS, seconds: SECONDS })),
      ROUNDS,
    )
    await constant.stop()
    report.figure(`${key}, size`, text.length / 1024, 'KiB')
    report.figure(key, of(key).rate, '/s')
    report.atLeast(`${key} / constant bytes`, (100 * of(key).rate) / of(bytes).rate, 50, '%')
  }
  report.table('Configuration calls', rows)
}
