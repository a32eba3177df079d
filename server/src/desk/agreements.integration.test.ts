import { deskActions } from '@baiqicha/contract/desk/actions'
import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { call, device, openTestApp, signIn } from '../../test/http/app.ts'
import {
  act,
  addOperator,
  freshTotp,
  openTestDesk,
  type TestDesk,
  type TestOperator,
  testProbes,
} from '../../test/http/desk.ts'
import { chinaDay } from '../domain/clock.ts'
import { createAgreementRepository } from '../features/agreements/agreement.repository.ts'
import { readAgreementFiles } from '../platform/reference-data.ts'

const files = readAgreementFiles(undefined)
const DAY_MS = 86_400_000

async function openWithFiles(database: TestDatabase, isProduction = false) {
  const desk = await openTestDesk(database, { readProbes: () => ({ ...testProbes(), isProduction }) })
  // After the day of the files.
  desk.clock.time = Date.parse('2026-11-28T10:00:00+08:00')
  await createAgreementRepository(desk.clock).storeFiles(database.db, files)
  return { desk, operator: await addOperator(desk, ['content'], '演示甲') }
}

const text = '## 一、演示\n\n由【运营者名称】提供。'
const draft = { type: 'user_protocol', base: 1, text, changeSummary: '演示：改写', fields: {}, revision: null }

type Shown = z.output<(typeof deskActions)['agreements show']['output']>
async function show(desk: TestDesk, operator: TestOperator): Promise<Shown> {
  const { data } = await act(desk, operator, 'agreements show', { type: 'user_protocol' })
  const parsed = deskActions['agreements show'].output.safeParse(data)
  if (!parsed.success) throw parsed.error
  return parsed.data
}

async function saveDraft(desk: TestDesk, operator: TestOperator, deviation: object = {}) {
  const { data, message } = await act(desk, operator, 'agreements draft', { ...draft, ...deviation })
  const saved = deskActions['agreements draft'].output.safeParse(data)
  if (!saved.success) throw new Error(message)
  return saved.data.revision
}

const publish = (desk: TestDesk, operator: TestOperator, revision: string, deviation: object = {}) =>
  act(desk, operator, 'agreements publish', {
    type: 'user_protocol',
    base: 1,
    revision,
    effectiveOn: chinaDay(desk.clock.time),
    needsConsent: true,
    reason: '演示：更新',
    totp: freshTotp(desk, operator),
    ...deviation,
  })

describeDatabases('agreements of the desk', (freshDatabase) => {
  it('are in force once published, and a user accepts once', async () => {
    const database = await freshDatabase()
    const { desk, operator } = await openWithFiles(database)
    const test = await openTestApp(database.db)
    test.clock.time = desk.clock.time
    const { token } = await signIn(test)
    const revision = await saveDraft(desk, operator, { fields: { 运营者名称: '演示数据服务有限公司' } })
    const published = await publish(desk, operator, revision)
    const version = chinaDay(desk.clock.time)
    expect(published).toMatchObject({ code: 0, data: { number: 2, version } })

    test.clock.time += 5_000
    const { data: list } = await call(test.app, 'agreementList', {})
    expect(list?.agreementVersion).toBe(version)
    expect(list?.list[0]).toMatchObject({ version, changeSummary: '演示：改写' })
    const { data: agreement } = await call(test.app, 'agreement', { type: 'user_protocol' })
    expect(JSON.stringify(agreement?.content)).toContain('由演示数据服务有限公司提供。')
    expect((await show(desk, operator)).consents).toEqual({ version, accounts: 1, agreed: 0 })
    const old = await call(test.app, 'agree', { agreementVersion: device.agreementVersion }, { token })
    expect(old.code).toBe(resultCode.agreementOutdated)
    expect((await call(test.app, 'agree', { agreementVersion: version }, { token })).code).toBe(0)
    expect((await show(desk, operator)).consents).toEqual({ version, accounts: 1, agreed: 1 })
  })

  it('state the difference to the version in force, and which placeholders are open', async () => {
    const { desk, operator } = await openWithFiles(await freshDatabase())
    expect((await show(desk, operator)).lines.every(({ before, after }) => before === after)).toBe(true)
    await saveDraft(desk, operator)
    const { lines, fields, draft: stored } = await show(desk, operator)
    expect(lines.filter(({ before }) => before === null).map((line) => line.text)).toContain('由【运营者名称】提供。')
    expect(fields.find(({ name }) => name === '运营者名称')).toMatchObject({ value: '', here: 1 })
    expect(stored?.editor).toBe('desk:演示甲')
  })

  it('take effect on their day', async () => {
    const database = await freshDatabase()
    const { desk, operator } = await openWithFiles(database)
    const test = await openTestApp(database.db)
    test.clock.time = desk.clock.time
    const effectiveOn = chinaDay(desk.clock.time + DAY_MS)
    await publish(desk, operator, await saveDraft(desk, operator), { effectiveOn })
    expect((await show(desk, operator)).versions.map(({ state }) => state)).toEqual(['pending', 'inForce'])
    test.clock.time += 5_000
    expect((await call(test.app, 'agreementList', {})).data?.agreementVersion).toBe(device.agreementVersion)
    test.clock.time += DAY_MS
    expect((await call(test.app, 'agreementList', {})).data?.agreementVersion).toBe(effectiveOn)
  })

  it('need no new consent when the operator says so', async () => {
    const database = await freshDatabase()
    const { desk, operator } = await openWithFiles(database)
    const test = await openTestApp(database.db)
    test.clock.time = desk.clock.time
    await publish(desk, operator, await saveDraft(desk, operator), { needsConsent: false })
    test.clock.time += 5_000
    const { data } = await call(test.app, 'agreementList', {})
    expect(data?.agreementVersion).toBe(device.agreementVersion)
    expect(data?.list[0]?.version).toBe(chinaDay(desk.clock.time))
  })

  it('are refused with a day that has passed, and unfilled in production', async () => {
    const { desk, operator } = await openWithFiles(await freshDatabase(), true)
    const revision = await saveDraft(desk, operator)
    const passed = await publish(desk, operator, revision, { effectiveOn: chinaDay(desk.clock.time - DAY_MS) })
    expect(passed.message).toContain('【运营者名称】')
    const filled = await saveDraft(desk, operator, { revision, fields: { 运营者名称: '演示公司' } })
    const late = await publish(desk, operator, filled, { effectiveOn: chinaDay(desk.clock.time - DAY_MS) })
    expect(late.message).toContain(`${chinaDay(desk.clock.time)} 或以后`)
    expect((await publish(desk, operator, filled)).code).toBe(0)
  })

  it('published at once by two operators are one version, and the second refusal names the first', async () => {
    const { desk, operator } = await openWithFiles(await freshDatabase())
    const other = await addOperator(desk, ['content'], '演示乙')
    const revision = await saveDraft(desk, operator)
    const answers = await Promise.all([publish(desk, operator, revision), publish(desk, other, revision)])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    const refused = answers.find(({ code }) => code !== 0)
    const winner = answers[0]?.code === 0 ? '演示甲' : '演示乙'
    expect(refused?.message).toMatch(new RegExp(`^版本 2 已由 desk:${winner} 于 .* 发布`))
  })

  it('are not overwritten by an operator who has not seen the newest draft or version', async () => {
    const { desk, operator } = await openWithFiles(await freshDatabase())
    const other = await addOperator(desk, ['content'], '演示乙')
    const revision = await saveDraft(desk, operator)
    expect((await act(desk, other, 'agreements draft', draft)).message).toMatch(/^草稿已由 desk:演示甲/)
    await publish(desk, operator, revision)
    expect((await act(desk, other, 'agreements draft', draft)).message).toMatch(/^版本 2 已由 desk:演示甲/)
  })

  it.each([
    ['markup', { text: '## 一、演示\n\n**重点**' }],
    ['no section', { text: '一段。' }],
    ['a value with a placeholder', { fields: { 运营者名称: '【公司】' } }],
    ['a value that hides its direction', { fields: { 运营者名称: '演示\u202e公司' } }],
    ['a value with markup', { fields: { 运营者名称: '<b>演示</b>' } }],
    ['too many lines', { text: `## 一、演示\n${'一\n'.repeat(1_100)}` }],
  ])('with %s are no draft', async (_what, deviation) => {
    const { desk, operator } = await openWithFiles(await freshDatabase())
    const refused = await act(desk, operator, 'agreements draft', { ...draft, ...deviation })
    expect(refused).toMatchObject({ code: resultCode.actionRefused, message: expect.stringMatching(/^文本有误：/) })
  })

  it('cannot be changed once they are published', async () => {
    const { db } = await freshDatabase()
    await createAgreementRepository({ now: () => 0 }).storeFiles(db, files)
    await expect(db.updateTable('agreement_version').set({ text: '改' }).execute()).rejects.toThrow('append-only')
    await expect(db.deleteFrom('agreement_version').execute()).rejects.toThrow('append-only')
  })
})

const numbers = async (db: TestDatabase['db']) =>
  (await db.selectFrom('agreement_version').select('number').where('type', '=', 'membership').execute()).map(
    ({ number }) => number,
  )

describeDatabases('the files of the agreements', (freshDatabase) => {
  const clock = { now: () => Date.parse('2026-11-28T00:00:00+08:00') }
  const changed = { ...files, membership: { ...files.membership, markdown: text } }
  it('are the first version, and the next one when they change', async () => {
    const { db } = await freshDatabase()
    const repository = createAgreementRepository(clock)
    for (const stored of [files, files, changed, changed]) await repository.storeFiles(db, stored)
    expect(await numbers(db)).toEqual([1, 2])
    expect((await repository.sourcesInForce(db, files)).membership.markdown).toBe(text)
  })

  it('are no version after an operator has published, nor when they are older', async () => {
    const { db } = await freshDatabase()
    const repository = createAgreementRepository(clock)
    await repository.storeFiles(db, files)
    await repository.storeFiles(db, { ...changed, membership: { ...changed.membership, version: '2020-01-01' } })
    expect(await numbers(db)).toEqual([1])
    const published = await repository.find(db, 'membership', 1)
    if (published === null) throw new Error('no version')
    const { published_at: _at, ...row } = published
    await repository.add(db, { ...row, number: 2, author: 'cli:zhang' })
    await repository.storeFiles(db, changed)
    expect(await numbers(db)).toEqual([1, 2])
  })
})
