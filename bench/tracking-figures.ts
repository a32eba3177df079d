import { parseArgs } from 'node:util'
import { createReport } from './lib/report.ts'
import { percentile, timed } from './lib/timing.ts'
import { openFiguresStore } from './lib/tracking-figures.ts'

/** `npm run bench:tracking-figures [-- --quick]`: the roll-up of a day and figures of 30 days. */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })

const EVENTS = values.quick ? 50_000 : 1_000_000
const PEOPLE = values.quick ? 15_000 : 150_000
const DAYS = 30
const EVENTS_A_DAY = values.quick ? 5_000 : 60_000
const CALLS = 15
const DAY_MS = 86_400_000
const first = Date.parse('2026-10-01T00:00:00+08:00')
const dayAt = (at: number) => new Date(Date.UTC(2026, 9, 1) + at * DAY_MS).toISOString().slice(0, 10)

const report = createReport({
  name: 'tracking-figures',
  isWhole: !values.quick,
  settings: { 'events of one day': EVENTS, people: PEOPLE, days: DAYS, 'events of each day': EVENTS_A_DAY },
})
const resident = () => process.memoryUsage.rss() / 2 ** 20

const store = await openFiguresStore(first + 60 * DAY_MS)
try {
  await store.fillDay({ start: first + 40 * DAY_MS, events: EVENTS, people: PEOPLE, seed: 40 })
  const idle = resident()
  let most = idle
  const sampling = setInterval(() => {
    most = Math.max(most, resident())
  }, 50)
  const taken = await timed(async () => void (await store.rollUp.closeDay(dayAt(40))))
  clearInterval(sampling)
  report.atMost('roll-up of one day', taken / 1_000, 10, 's')
  report.atMost('roll-up, memory above idle', most - idle, 150, 'MiB')

  for (let at = 0; at < DAYS; at += 1) {
    await store.fillDay({ start: first + at * DAY_MS, events: EVENTS_A_DAY, people: PEOPLE, seed: at + 1 })
    await store.rollUp.closeDay(dayAt(at))
  }
  const query = { from: dayAt(0), to: dayAt(DAYS - 1), fr: null, platformType: null }
  const { rows } = await store.figures.overview(query)
  report.figure('people of 30 days', rows.at(-1)?.people ?? 0, '')
  for (const name of ['overview', 'funnel', 'pages', 'clicks', 'sources', 'devices', 'ingest'] as const) {
    const times: number[] = []
    for (let call = 0; call < CALLS; call += 1)
      times.push(await timed(async () => void (await store.figures[name](query))))
    report.figure(`${name}, p50`, percentile(times, 0.5), 'ms')
    report.atMost(`${name}, p99`, percentile(times, 0.99), 50, 'ms')
  }
} finally {
  await store.dispose()
}
report.finish()
