import { onTestFinished } from 'vitest'
import { describeEventStore } from '../../../test/tracking/events.ts'
import { createClickHouseEventStore } from './clickhouse-event-store.ts'

const url = process.env['CLICKHOUSE_URL'] ?? ''
let databases = 0

const run = async (statement: string) => {
  const response = await fetch(url, { method: 'POST', body: statement })
  if (!response.ok) throw new Error(await response.text())
}

describeEventStore('events in ClickHouse', async () => {
  const database = `baiqicha_test_${process.pid}_${++databases}`
  await run(`create database ${database}`)
  onTestFinished(() => run(`drop database ${database}`))
  const store = new URL(url)
  store.searchParams.set('database', database)
  return createClickHouseEventStore(store.href)
})
