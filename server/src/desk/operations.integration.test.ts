import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type CheckItem, type CheckKey, operationsShown } from '@baiqicha/contract/desk/operations'
import { resultCode } from '@baiqicha/contract/result-codes'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { BUILT_AT } from '../../test/builders/companies.ts'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { usePostgresPrograms } from '../../test/engines/built-tool.ts'
import {
  act,
  addOperator,
  answerOf,
  auditOf,
  openTestDesk,
  probesOf,
  type TestDesk,
  type TestOperator,
} from '../../test/http/desk.ts'
import { backupInThread } from '../cli/backup/backup.admin.service.ts'
import type { ServiceProbe, ServiceProbes } from '../features/operators/service-checks.service.ts'
import { loadHmacKey } from '../platform/crypto/hmac.ts'
import { parseLimits } from '../platform/limits/limit-rules.ts'
import { createLogger } from '../platform/log/logger.ts'
import { createOperationMonitor, type OperationGauges } from '../platform/operations/operation-monitor.ts'

const MINUTE = 60_000
const calm: OperationGauges = { lagSeconds: 0, segments: 3, waiting: 0, memory: 2 ** 20, freeDisk: 0.5 }
const { buckets } = parseLimits(readFileSync(new URL('../../../data/limits.json', import.meta.url), 'utf8'))

describeDatabases('the figures of the processes', (freshDatabase) => {
  async function open() {
    const database = await freshDatabase()
    const logged: string[] = []
    const log = createLogger('warn', (line) => logged.push(line))
    const current = { clock: { now: () => BUILT_AT } }
    const monitorOf = (name: string) => createOperationMonitor(name, { now: () => current.clock.now() })
    const [here, other] = [monitorOf('app-1'), monitorOf('app-2')]
    const desk = await openTestDesk(database, { operations: { monitor: here, limits: buckets } })
    const { clock } = desk
    current.clock = clock
    const operator = await addOperator(desk, ['administrator'])
    /** Ends a minute of both processes, and stores it. */
    async function endMinute(gauges: Partial<OperationGauges> = {}) {
      for (const one of [here, other]) one.sample({ ...calm, ...gauges })
      clock.time += MINUTE
      for (const one of [here, other]) {
        one.sample(calm)
        // The first sample of the next minute ends this one.
        one.sample(calm)
        await one.flush(database.db, log)
      }
    }
    const show = async (range = 'hour') =>
      z.parse(operationsShown, (await act(desk, operator, 'operations show', { range })).data)
    return { desk, database, here, other, operator, endMinute, show, logged }
  }

  it('merge the buckets of several processes, so that a percentile is that of all answers', async () => {
    const { here, other, endMinute, show } = await open()
    for (let at = 0; at < 98; at += 1) here.answered('search', 1, 200)
    other.answered('search', 400, 200)
    other.answered('reads', 400, 503)
    await endMinute()
    for (const range of ['hour', 'day', 'month']) {
      const { points, processes } = await show(range)
      const point = points.find(({ p50 }) => p50 !== null)
      expect.soft(point?.p50, range).toBeLessThanOrEqual(1)
      expect.soft(point?.p99, range).toBeGreaterThan(300)
      expect.soft(point?.errorPercent, range).toBe(1)
      expect.soft(point?.memory, range).toBe(2 * 2 ** 20)
      expect.soft(point?.loads.map(({ load }) => load).toSorted(), range).toEqual(['reads', 'search'])
      expect.soft(new Map(processes.map(({ name, isHere }) => [name, isHere])), range).toEqual(
        new Map([
          ['app-1', true],
          ['app-2', false],
        ]),
      )
    }
  })

  it('name the limits in force with their refusals, and messages by scene and outcome', async () => {
    const { here, other, endMinute, show, desk } = await open()
    here.refused('smsPerMobile')
    other.refused('smsPerMobile')
    here.sms('login', 'sent')
    other.sms('login', 'failed')
    const refusedAt = desk.clock.time
    await endMinute()
    const { limits, sms } = await show()
    expect(limits.find(({ name }) => name === 'smsPerMobile')).toEqual({
      name: 'smsPerMobile',
      label: '短信 · 每号码',
      rule: '1 / 分，5 / 小时，10 / 天',
      refused: 2,
      lastAt: refusedAt,
    })
    expect(sms).toEqual([{ scene: 'login', sent: 1, refused: 0, failed: 1 }])
  })

  it('say why there are none yet', async () => {
    const { show } = await open()
    expect(await show()).toMatchObject({ note: expect.stringMatching('每分钟一行'), processes: [] })
  })

  it('are stored for thirty days', async () => {
    const { desk, database, endMinute } = await open()
    const rows = async () =>
      (await database.db.selectFrom('operation_sample').select('at').where('span', '=', MINUTE).execute()).length
    await endMinute()
    expect(await rows()).toBe(2)
    desk.clock.time += 31 * 24 * 60 * MINUTE
    await endMinute()
    await endMinute()
    const [oldest] = await database.db.selectFrom('operation_sample').select('at').orderBy('at').execute()
    expect(oldest?.at).toBeGreaterThan(desk.clock.time - 2 * 24 * 60 * MINUTE)
  })

  describe('raise an alarm on 待办 and in the log', () => {
    it.each<[string, Partial<OperationGauges>, object]>([
      ['index lag over 60 s', { lagSeconds: 61 }, { key: 'lag' }],
      ['a free disk under 10 %', { freeDisk: 0.09 }, { key: 'disk' }],
    ])('%s', async (_name, gauges, alarm) => {
      const { desk, operator, endMinute, logged } = await open()
      await endMinute(gauges)
      expect((await act(desk, operator, 'alarms list')).data).toMatchObject({ operations: [alarm] })
      expect(logged.filter((line) => line.includes('alarm-raised'))).toHaveLength(2)
      await endMinute()
      expect((await act(desk, operator, 'alarms list')).data).toMatchObject({ operations: [] })
      expect(logged.filter((line) => line.includes('alarm-over'))).toHaveLength(2)
    })

    it('also when the minute cannot be stored', async () => {
      const { database, endMinute, logged } = await open()
      await database.db.schema.dropTable('operation_sample').execute()
      await expect(endMinute({ freeDisk: 0 })).rejects.toThrow('operation_sample')
      expect(logged.filter((line) => line.includes('alarm-raised'))).toHaveLength(1)
    })

    it('more than 1 % of answers with 5xx', async () => {
      const { desk, operator, other, endMinute } = await open()
      for (let at = 0; at < 100; at += 1) other.answered('reads', 1, at < 2 ? 503 : 200)
      await endMinute()
      expect((await act(desk, operator, 'alarms list')).data).toMatchObject({
        operations: [{ key: 'errors', text: '2.0% 的请求出错（app-2）' }],
      })
    })
  })
})

async function listOf(desk: TestDesk, operator: TestOperator) {
  return answerOf(desk, operator, 'backups list')
}

describeDatabases('backups at the desk', (freshDatabase, kind) => {
  beforeAll(() => {
    if (kind === 'postgres') usePostgresPrograms()
  })

  it('are made in a folder of their own in a thread, tested by a restoration, and listed with both', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'baiqicha-backups-'))
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    const database = await freshDatabase()
    const { dataDir, databaseUrl } = database.location
    loadHmacKey(dataDir)
    const runTask = backupInThread({ dataDir, databaseUrl, trackingUrl: undefined, files: null })
    const desk = await openTestDesk(database, { backups: { root, runTask } })
    const operator = await addOperator(desk, ['administrator'])

    expect((await act(desk, operator, 'backups test')).message).toBe('还没有可以演练的备份。')
    expect((await act(desk, operator, 'backups start')).code).toBe(0)
    const made = async () => (await listOf(desk, operator)).running === null
    await expect.poll(made, { timeout: 60_000 }).toBe(true)
    expect((await act(desk, operator, 'backups test')).code).toBe(0)
    await expect.poll(async () => (await listOf(desk, operator)).items[0]?.tested, { timeout: 60_000 }).not.toBe(null)

    const { items, failure } = await listOf(desk, operator)
    expect(failure).toBe(null)
    expect(items).toMatchObject([{ operator: `desk:${operator.name}`, tested: { isPassed: true } }])
    const folder = items[0]?.folder ?? ''
    expect(path.dirname(folder)).toBe(root)
    // Neither the test nor its folder is left.
    expect((await readdir(root)).toSorted()).toEqual([path.basename(folder), `${path.basename(folder)}.key`])
    const { origin } = await auditOf(database.db, 'storeBackedUp').select('origin').executeTakeFirstOrThrow()
    expect(origin).toBe('10.8.0.12')
  })

  it('are refused without BACKUP_DIR', async () => {
    const desk = await openTestDesk(await freshDatabase())
    const operator = await addOperator(desk, ['administrator'])
    const { code, message } = await act(desk, operator, 'backups start')
    expect([code, message]).toEqual([resultCode.actionRefused, expect.stringContaining('BACKUP_DIR')])
  })
})

const MOBILE = '13800009876'

const failing = async (): Promise<ServiceProbe> => ({
  isSet: true,
  value: '阿里云 · 签名 演示',
  test: async (to) => {
    throw new Error(`aliyun refused: isv.SMS_SIGNATURE_ILLEGAL ${to}`)
  },
})
const absent = async (): Promise<ServiceProbe> => ({ isSet: false, value: 'SMS_SENDER 未设置', test: async () => '' })

async function itemOf(desk: TestDesk, operator: TestOperator, key: CheckKey): Promise<CheckItem | undefined> {
  return (await answerOf(desk, operator, 'checks list')).items.find((item) => item.key === key)
}

describeDatabases('the checks', (freshDatabase) => {
  async function open(probes: Partial<ServiceProbes['probes']>, database?: TestDatabase) {
    const desk = await openTestDesk(database ?? (await freshDatabase()), { readProbes: () => probesOf(probes) })
    return { desk, operator: await addOperator(desk, ['administrator']) }
  }
  it('state a service that is not set, and refuse its test', async () => {
    const { desk, operator } = await open({ sms: absent })
    expect(await itemOf(desk, operator, 'sms')).toMatchObject({ state: 'unset', value: 'SMS_SENDER 未设置' })
    expect(await act(desk, operator, 'checks test', { key: 'sms', to: MOBILE })).toMatchObject({
      code: resultCode.actionRefused,
      message: '短信未设置，不能测试。',
    })
  })

  it('state the last failure with its cause, without the number, until a test passes', async () => {
    const { desk, operator } = await open({ sms: failing })
    const tested = await act(desk, operator, 'checks test', { key: 'sms', to: MOBILE })
    expect(tested.data).toMatchObject({
      isPassed: false,
      sentence: expect.stringContaining('isv.SMS_SIGNATURE_ILLEGAL'),
    })
    const item = await itemOf(desk, operator, 'sms')
    expect(item).toMatchObject({ state: 'failed', failedAt: desk.clock.time, succeededAt: null, testsLeft: 4 })
    expect(item?.cause).toContain('isv.SMS_SIGNATURE_ILLEGAL')
    expect(item?.cause).not.toContain(MOBILE)

    const later = await openTestDesk(desk.database)
    later.clock.time = desk.clock.time + 1
    expect((await act(later, operator, 'checks test', { key: 'sms', to: MOBILE })).data).toMatchObject({
      isPassed: true,
    })
    expect(await itemOf(later, operator, 'sms')).toMatchObject({ state: 'passed', failedAt: desk.clock.time })
  })

  it('refuse a test without a number, and the sixth message of a day', async () => {
    const { desk, operator } = await open({})
    const test = (to: string) => act(desk, operator, 'checks test', { key: 'sms', to })
    expect(await test('')).toMatchObject({ code: resultCode.actionRefused, message: '请填写手机号。' })
    for (let sent = 0; sent < 5; sent += 1) expect((await test(MOBILE)).code).toBe(0)
    expect(await test(MOBILE)).toMatchObject({
      code: resultCode.actionRefused,
      message: '短信今天已测试 5 次，明天再试。',
    })
    const rows = await auditOf(desk.database.db, 'serviceTested').select(['subject', 'after', 'operator']).execute()
    expect(rows).toHaveLength(5)
    expect(rows[0]).toEqual({ subject: 'sms', after: '{"to":"138****9876"}', operator: `desk:${operator.name}` })
  })
})
