import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { buildRecord, insertRecords } from '../../test/builders/records.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../test/http/app.ts'
import { demoCode, objection } from '../../test/http/corrections.ts'
import {
  act,
  addOperator,
  answerOf,
  auditOf,
  freshTotp,
  openTestDesk,
  type TestDesk,
  type TestOperator,
} from '../../test/http/desk.ts'

/** Adds a picture of a submission. */
async function addPicture({ database: { db } }: TestDesk, number: string) {
  const id = `i-${number}`
  await db.insertInto('upload').values({ id, owner: '', bytes: 1, created_at: 0, used_by: number }).execute()
  return id
}

describeDatabases('an objection at the desk', (freshDatabase) => {
  /** A record of two sources that differ, about a company and a natural person. */
  async function open() {
    const database = await freshDatabase()
    const desk = await openTestDesk(database)
    const test = await openTestApp(database.db)
    const built = buildCompany({ name: '澜山演示贸易有限公司', credit_code: demoCode, is_demo: 1 })
    const { row: company } = built
    const builtRecord = buildRecord({
      kind: 'dishonestExecutor',
      is_demo: 1,
      subjects: [{ creditCode: demoCode, name: company.name }],
      fields: { name: company.name, caseNo: '（2024）演0101执1234号', performance: '全部已履行' },
      otherStatements: [{ source_id: 'other', as_of: '2026-01-01', fields: { performance: '全部未履行' } }],
    })
    await insertCompanies(database.db, [built])
    const { row: record } = builtRecord
    await insertRecords(database.db, [builtRecord])
    const { token } = await signIn(test)
    const about = { companyId: company.id, recordId: record.id }
    const submit = async () =>
      (await call(test.app, 'submitCorrection', objection(about), { token })).data?.number ?? ''
    return { desk, operator: await addOperator(desk, ['review']), company, record, submit }
  }

  it('shows what each source states side by side, and the company', async () => {
    const { desk, operator, company, submit } = await open()
    const number = await submit()
    const { columns, company: shown } = await answerOf(desk, operator, 'corrections show', { number })
    expect(new Map(columns?.sources.map(({ name, isInForce }) => [name, isInForce]))).toEqual(
      new Map([
        ['测试来源', true],
        ['测试来源other', false],
      ]),
    )
    const inForce = columns?.sources.findIndex((source) => source.isInForce) ?? 0
    const performance = columns?.rows.find(({ label }) => label === '履行情况')?.values ?? []
    expect([performance[inForce], performance[1 - inForce]]).toEqual(['全部已履行', '全部未履行'])
    expect(shown).toMatchObject({ name: company.name, others: [] })
  })

  it('shows its evidence to operators who decide objections, and to no others through their feedback', async () => {
    const { desk, operator, submit } = await open()
    const number = await submit()
    const picture = await addPicture(desk, number)
    const support = await addOperator(desk, ['support'])
    expect(await act(desk, support, 'feedback picture', { number, picture })).toMatchObject({
      code: resultCode.actionRefused,
      data: null,
    })
    expect((await act(desk, operator, 'corrections picture', { number, picture })).code).toBe(0)
    const views = await auditOf(desk.database.db, 'evidenceShown').select('operator').execute()
    expect(views).toEqual([{ operator: `desk:${operator.name}` }])
  })

  it('names who decided it to a later operator, also after that operator has viewed the evidence', async () => {
    const { desk, operator, submit } = await open()
    const number = await submit()
    const picture = await addPicture(desk, number)
    const later = await addOperator(desk, ['review'], '演示乙')
    const decide = (of: TestOperator) =>
      act(desk, of, 'corrections decide', { number, result: '维持', note: '演示：核实', staysHidden: false })
    expect((await decide(operator)).code).toBe(0)
    desk.clock.time += 1_000
    expect((await act(desk, later, 'corrections picture', { number, picture })).code).toBe(0)
    expect((await decide(later)).message).toMatch(new RegExp(`${operator.name} 已于 .+ 决定异议（.*结果：维持）$`))
  })

  it('has a dry run that lists the record and its company, and changes nothing', async () => {
    const { desk, operator, company, record } = await open()
    const dryRun = { recordId: record.id, reason: '', dryRun: true }
    const { id, recordsHidden, record: found } = await answerOf(desk, operator, 'suppress add', dryRun)
    expect({ id, recordsHidden }).toEqual({ id: null, recordsHidden: 1 })
    expect(found).toMatchObject({
      kind: 'dishonestExecutor',
      isHidden: false,
      companies: [{ id: company.id, name: company.name }],
      lines: expect.arrayContaining([{ label: '履行情况', value: '全部已履行' }]),
    })
    expect(await desk.database.db.selectFrom('suppression').selectAll().execute()).toEqual([])
  })

  it('says in a dry run that a record is hidden already', async () => {
    const { desk, operator, record } = await open()
    const suppression = { recordId: record.id, reason: '演示：法院来函', dryRun: false }
    const added = await act(desk, operator, 'suppress add', { ...suppression, totp: freshTotp(desk, operator) })
    expect(added.data).toMatchObject({ recordsHidden: 1 })
    const again = await act(desk, operator, 'suppress add', { ...suppression, reason: '', dryRun: true })
    expect(again.data).toMatchObject({ recordsHidden: 0, record: { isHidden: true } })
  })

  it('refuses to suppress an unknown record, also without a dry run', async () => {
    const { desk, operator } = await open()
    for (const dryRun of [true, false]) {
      const sent = { recordId: 'r-unknown', reason: '演示', dryRun, totp: freshTotp(desk, operator) }
      expect.soft(await act(desk, operator, 'suppress add', sent)).toMatchObject({
        code: resultCode.actionRefused,
        message: '没有这条记录。',
      })
    }
    expect(await desk.database.db.selectFrom('suppression').selectAll().execute()).toEqual([])
  })
})
