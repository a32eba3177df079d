import { type CheckItem, type CheckKey } from '@baiqicha/contract/desk/operations'
import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import {
  act,
  addOperator,
  answerOf,
  auditOf,
  openTestDesk,
  type TestDesk,
  type TestOperator,
} from '../../test/http/desk.ts'
import { probesOf } from '../../test/http/probes.ts'
import type { ServiceProbe, ServiceProbes } from '../features/operators/service-checks.service.ts'

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
