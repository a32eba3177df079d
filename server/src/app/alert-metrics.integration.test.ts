import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { describeDatabases } from '../../test/databases/databases.ts'
import { openTestApp } from '../../test/http/app.ts'
import { startTraceReceiver } from '../../test/traces/trace-receiver.ts'
import { openTraces } from '../platform/traces/open-traces.ts'

const read = (file: string) => readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8')

const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})

/** The expressions of the alerts, each on a line of its own. */
const alertExpressions = () =>
  Array.from(read('prometheus/alerts.yaml').matchAll(/^ +expr: (.+)$/gm), ([, expr = '']) => expr)
const dashboardExpressions = () =>
  z
    .parse(dashboard, JSON.parse(read('grafana/baiqicha.json')))
    .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

/** Names of metrics in an expression: words with an underscore that are neither labels nor functions. */
function metricsIn(expression: string): string[] {
  const withoutLabels = expression.replaceAll(/\{[^}]*\}|\bby \([^)]*\)|\[[^\]]*\]/g, '')
  const names = withoutLabels.match(/\b[a-z]+(_[a-z0-9]+)+\b/g) ?? []
  return names.filter((name) => name !== 'histogram_quantile').map((name) => name.replace(/_(bucket|sum|count)$/, ''))
}

describeDatabases(
  'metrics',
  (freshDatabase) => {
    it('has every metric of the alerts and of the dashboard', async () => {
      const { db } = await freshDatabase()
      const log = { warn: () => {}, info: () => {} }
      const { endpoint } = await startTraceReceiver()
      const traces = await openTraces({ endpoint, ratio: 1, log })
      const { app } = await openTestApp(db, { traces })
      const { body } = await app.inject('/metrics')
      const exposed = new Set(Array.from(body.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name))
      const expressions = [...alertExpressions(), ...dashboardExpressions()]
      expect(expressions.length).toBeGreaterThan(35)
      const used = [...new Set(expressions.flatMap(metricsIn))].sort()
      expect(used.length).toBeGreaterThan(12)
      expect(used.filter((name) => !exposed.has(name))).toEqual([])
    })
  },
  ['sqlite'],
)

it('gives each alert a summary and an action', () => {
  const alerts = read('prometheus/alerts.yaml').split('- alert: ').slice(1)
  expect(alerts.length).toBeGreaterThan(10)
  for (const alert of alerts) {
    expect(alert).toMatch(/\n +severity|labels: \{ severity: (warning|critical) \}/)
    expect(alert).toMatch(/\n +summary: .+\n +action: .+/)
  }
})
