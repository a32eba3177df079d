import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { createSession } from '../e2e/lib/session.ts'
import { createLoads, FOR_ONE_CLIENT, failuresOf } from './lib/load.ts'
import { commonOptions, seedOf } from './lib/options.ts'
import { processorSeconds } from './lib/process-figures.ts'
import { createReport } from './lib/report.ts'
import { drawCompanies, requestsFor } from './lib/requests.ts'
import { openStarterStore } from './lib/stores.ts'
import { median } from './lib/timing.ts'
import { startTraceSink } from './lib/trace-sink.ts'

/**
 * `npm run bench:traces [-- --quick --seed N]`: company pages of a server without and with traces, at the shipped
 * settings, in alternating rounds. The receiver of the traces runs in a thread of this process, on the same cores.
 */
const { values } = parseArgs({ options: { seed: commonOptions.seed, quick: { type: 'boolean', default: false } } })
const seed = seedOf(values)
const ROUNDS = values.quick ? 4 : 12
const SECONDS = values.quick ? 2 : 4
const CONNECTIONS = 10
/** Per cent. */
const MOST_COST = 3

const { dataDir, sample } = await openStarterStore()
const companies = drawCompanies(sample, seed)
const report = createReport({
  name: 'traces',
  isWhole: !values.quick,
  settings: { seed, companies: companies.length, rounds: ROUNDS, seconds: SECONDS, connections: CONNECTIONS },
})
const { rows, load } = createLoads()
const sink = await startTraceSink()
/** Two servers cannot share a folder. */
const folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-bench-traces-'))

async function openServer(name: string, env: Record<string, string>) {
  const own = path.join(folder, name)
  cpSync(dataDir, own, { recursive: true })
  const server = await TestServer.create({ DATA_DIR: own, LIMITS_FILE: raisedLimitsFile(FOR_ONE_CLIENT, []), ...env })
  await server.start()
  const requests = requestsFor('companyDetail', companies, await createSession(server))
  const rates: number[] = []
  /** Milliseconds of processor time per answer, of all threads. */
  const costs: number[] = []
  async function measure() {
    const before = processorSeconds(server.pid)
    const result = await load({ what: name, port: server.port, connections: CONNECTIONS, requests, seconds: SECONDS })
    const answers = result.answeredPerSecond * SECONDS
    rates.push(result.answeredPerSecond)
    costs.push((1000 * (processorSeconds(server.pid) - before)) / answers)
    report.check(`${name}: all answered`, `${failuresOf(result)} failed`, failuresOf(result) === 0)
  }
  return { server, measure, rate: () => median(rates), cost: () => median(costs) }
}

const spansOf = async (server: TestServer) => {
  const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text()
  return Number(/^trace_spans_total\{result="sent"\} (\d+)$/m.exec(metrics)?.[1])
}

const opened: TestServer[] = []
try {
  const without = await openServer('without traces', {})
  opened.push(without.server)
  const traced = await openServer('with traces', { OTEL_EXPORTER_OTLP_ENDPOINT: sink.endpoint })
  opened.push(traced.server)
  for (let round = 0; round < ROUNDS; round += 1) {
    const pair = round % 2 === 0 ? [without, traced] : [traced, without]
    for (const one of pair) await one.measure()
  }
  const lost = (from: number, to: number) => 100 * (1 - to / from)
  report.figure('company page without traces', without.rate(), '/s')
  report.figure('company page with traces', traced.rate(), '/s')
  report.figure('ratio of the rates, with / without', traced.rate() / without.rate(), '')
  report.atMost('pages a second lost by traces', lost(without.rate(), traced.rate()), MOST_COST, '%')
  report.figure('processor time a page without traces', without.cost(), 'ms')
  report.atMost('processor time added by traces', -lost(without.cost(), traced.cost()), MOST_COST, '%')
  report.figure('spans received', await spansOf(traced.server), '')
} finally {
  for (const server of opened) await server.dispose()
  await sink.stop()
  rmSync(folder, { recursive: true, force: true })
}
report.table('Load', rows)
report.finish()
