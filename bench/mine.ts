import { parseArgs } from 'node:util'
import { feedbackKinds, feedbackStates } from '@baiqicha/contract/feedback'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { createFeedbackDesk } from '../server/src/features/feedback/feedback-desk.service.ts'
import { systemRandom as random } from '../server/src/platform/crypto/system-random.ts'
import { createOperatorAudit } from '../server/src/platform/operator-audit.ts'
import { measureConfigurationCalls } from './lib/configuration-calls.ts'
import { openExportedUser } from './lib/exported-user.ts'
import { openFeedbackStore } from './lib/feedback-store.ts'
import { FOR_ONE_CLIENT } from './lib/load.ts'
import { createReport } from './lib/report.ts'
import { percentile, timed } from './lib/timing.ts'

/** `npm run bench:mine [-- --quick]`: the calls and services behind 我的. `--quick` measures a hundredth of the store. */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })

const FEEDBACK = values.quick ? 1_000 : 100_000
const CLIENTS = 4
const CALLS_PER_CLIENT = 250
const WARM_UP_CALLS = 20
const EXPORTS = 5

const report = createReport({
  name: 'mine',
  isWhole: !values.quick,
  settings: { 'feedback entries': FEEDBACK, clients: CLIENTS },
})

const oneOf = <T>(list: readonly T[]): T => {
  const chosen = list[random.integer(list.length)]
  if (chosen === undefined) throw new Error('the list is empty')
  return chosen
}

/** Times of calls by several clients at once, each of which waits for its answer. */
async function timesOf(act: () => Promise<unknown>): Promise<number[]> {
  for (let call = 0; call < WARM_UP_CALLS; call += 1) await act()
  const clients = Array.from({ length: CLIENTS }, async () => {
    const taken: number[] = []
    while (taken.length < CALLS_PER_CLIENT) taken.push(await timed(act))
    return taken
  })
  return (await Promise.all(clients)).flat()
}

async function measureFeedback() {
  const clock = { now: () => Date.now() }
  const store = await openFeedbackStore(FEEDBACK, clock.now())
  try {
    const { db, numbers } = store
    const desk = createFeedbackDesk({ db, clock, random, operatorAudit: createOperatorAudit({ clock, random }) })
    const first = { kind: null, state: null, after: null }
    const services: Record<string, () => Promise<unknown>> = {
      'inbox, first page': () => desk.list(first),
      'inbox, any page': () => desk.list({ ...first, after: oneOf(numbers) }),
      'inbox, one kind and state': () =>
        desk.list({ ...first, kind: oneOf(feedbackKinds), state: oneOf(feedbackStates) }),
      detail: () => desk.find(oneOf(numbers)),
    }
    for (const [name, act] of Object.entries(services)) {
      const times = await timesOf(act)
      report.figure(`${name}, p50`, percentile(times, 0.5), 'ms')
      report.atMost(`${name}, p99`, percentile(times, 0.99), 50, 'ms')
    }
  } finally {
    await store.dispose()
  }
}

async function measureConfiguration() {
  const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile(FOR_ONE_CLIENT, []) })
  try {
    await server.start()
    await measureConfigurationCalls(server, report)
  } finally {
    await server.dispose()
  }
}

async function measureExport() {
  const user = await openExportedUser()
  try {
    const sizes: number[] = []
    const taken: number[] = []
    for (let run = 0; run < EXPORTS; run += 1) {
      taken.push(await timed(async () => void sizes.push(await user.exportOnce())))
    }
    report.figure('export, size', (sizes[0] ?? 0) / 2 ** 20, 'MiB')
    report.atMost(
      'export of 200 views, 50 searches, 20 reports with 80 pictures, slowest',
      Math.max(...taken),
      3_000,
      'ms',
    )
  } finally {
    await user.dispose()
  }
}

await measureFeedback()
await measureExport()
await measureConfiguration()
report.finish()
