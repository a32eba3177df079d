import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { API_BASE, routes } from '@baiqicha/contract/routes'
import { afterAll, expect, it, vi } from 'vitest'
import { ServerProcess } from '../../test/process/server-process.ts'
import { startTraceReceiver } from '../../test/traces/trace-receiver.ts'

/** Prints a line for each module of OpenTelemetry that the process loads. */
const reportModules = `
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    if (url.includes('@opentelemetry')) process.stdout.write('loaded ' + url + '\\n')
    return next(url, context)
  },
})`

/** One for all: the first server fills it with the starter set. */
const folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-traces-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(env: Record<string, string>) {
  const hooks = path.join(folder, 'hooks.mjs')
  writeFileSync(hooks, reportModules)
  return new ServerProcess({ folder, env: { NODE_OPTIONS: `--import ${hooks}`, LOG_LEVEL: 'info', ...env } })
}

const outcomeOf = async (server: ServerProcess) => {
  const response = await server.fetch('/metrics')
  const counts = (await response.text()).matchAll(/^trace_spans_total\{result="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries(Array.from(counts, ([, result, count]) => [result, Number(count)]))
}

it('loads no module of OpenTelemetry unless the address of a receiver is set', async () => {
  const server = start({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })
  expect((await server.call('homeConfig')).code).toBe(0)
  // prom-client loads the interface, which does nothing by itself.
  expect(server.output).not.toMatch(/^loaded .*@opentelemetry\/(?!api\/)/m)
  expect(await outcomeOf(server)).toEqual({})
})

it('sends what the connections of a server carry, and the rest at its end', async () => {
  const receiver = await startTraceReceiver()
  const server = start({ OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.endpoint}/` })
  await server.signIn()
  await server.end('SIGTERM')
  expect(server.output).toMatch(/^loaded .*@opentelemetry\/sdk-trace\//m)
  const login = receiver.spans.find(({ name }) => name === `POST ${API_BASE}${routes.loginBySmsCode.path}`)
  const inner = receiver.spans.filter(({ parentSpanId }) => parentSpanId === login?.spanId)
  expect(inner.map(({ attributes }) => attributes['db.operation.name'])).toContain('commit')
  // Both came over one connection.
  const captcha = receiver.spans.find(({ name }) => name.endsWith(routes.captcha.path))
  expect(captcha?.traceId).not.toBe(login?.traceId)
  const lines = server.logged().filter(({ event, route }) => event === 'answered' && route === 'loginBySmsCode')
  expect(lines).toEqual([expect.objectContaining({ traceId: login?.traceId })])
})

it.each(['away', 'refuse', 'never'] as const)('answers as ever while the receiver is unusable (%s)', async (fault) => {
  const receiver = await startTraceReceiver()
  if (fault !== 'away') receiver.answer = fault
  const endpoint = fault === 'away' ? 'http://127.0.0.1:1' : receiver.endpoint
  const server = start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  await server.started()
  // One after another: a busy machine refuses many at once.
  for (let turn = 0; turn < 100; turn += 1) expect((await server.call('homeConfig')).code).toBe(0)
  if (fault === 'refuse') {
    await vi.waitFor(async () => expect((await outcomeOf(server))['failed']).toBeGreaterThan(0), { timeout: 20_000 })
    const failures = () => server.logged().filter(({ event }) => event === 'traces-not-sent')
    await vi.waitFor(() => expect(failures()).toHaveLength(1), { timeout: 5_000 })
  }
  expect((await outcomeOf(server))['sent']).toBe(0)
  expect(await server.end('SIGTERM')).toBe(0)
})
