import { expect, it } from 'vitest'
import { BUILT_AT } from '../../../test/builders/companies.ts'
import { buildRecord, insertRecords } from '../../../test/builders/records.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call } from '../../../test/http/app.ts'
import {
  by,
  type Company,
  company,
  debt,
  judgment,
  readRecordsOf,
  refusalOf,
  removed,
} from '../../../test/http/record-store.ts'

const notFound = { code: 4040, message: '未找到该记录' }

describeDatabases('one record', (freshDatabase) => {
  const { test, db, token, store, detail } = readRecordsOf(freshDatabase)

  const newestLines = async (of: Company) => {
    const { data } = await call(test().app, 'latestRecord', { id: of.row.id, group: 'legalRisk' }, { token: token() })
    return data?.lines.map(({ value }) => value)
  }

  it('shows its matter, its companies, its steps and the decisions on objections', async () => {
    const [debtor, applicant] = [company(), company()]
    const basis = '（2023）演0101民初567号'
    const listing = debt(debtor, {
      fields: {
        basisNo: basis,
        filedDate: '2024-03-18',
        applicant: applicant.row.name,
        duty: '给付演示乙货款',
        coExecuted: [
          { role: '被执行人', name: '演示乙', type: 2, cid: null, statement: null },
          {
            role: '被执行人',
            name: applicant.row.name,
            type: 1,
            cid: `c:${applicant.row.credit_code}`,
            statement: null,
          },
        ],
      },
    })
    const ruling = judgment(debtor, '被告', {
      caseNo: basis,
      caseName: '演示乙买卖合同纠纷一审判决书',
      procedure: '一审',
      judgeDate: '2023-11-20',
      parties: [{ role: '原告', name: '演示乙', type: 2, cid: null, statement: null }],
    })
    await store([debtor, applicant], [listing, ruling, judgment(debtor, '被告', { caseNo: '（2020）演0101民初1号' })])
    const { row } = listing
    await db()
      .insertInto('correction')
      .values({
        number: `YY-${row.id}`,
        company_id: debtor.row.id,
        record_kind: row.kind,
        record_id: row.id,
        title: '',
        company_name: '',
        reason: '信息有误',
        content: '',
        statement: '已与演示乙和解',
        claimant: '本企业',
        user_id: null,
        mobile: null,
        state: '已办结',
        result: '维持',
        note: '来源未变',
        is_shielding: 0,
        submitted_at: BUILT_AT,
        due_at: BUILT_AT,
        decided_at: BUILT_AT,
      })
      .execute()
    const { data } = await detail(row.id, debtor.row.id)
    expect(data).toMatchObject({
      companyId: debtor.row.id,
      linkedBy: 'creditCode',
      company: { name: debtor.row.name, creditCode: debtor.row.credit_code },
      links: { applicant: applicant.row.id },
      related: [
        { recordKind: 'judicialDocument', id: ruling.row.id, title: '演示某买卖合同纠纷一审判决书', hasDetail: true },
      ],
      decisions: [{ result: '维持', note: '来源未变', statement: '已与演示某和解' }],
      fields: {
        duty: '给付演示某货款',
        coExecuted: [
          { name: '演示某', cid: null },
          { name: applicant.row.name, cid: applicant.row.id },
        ],
      },
    })
    expect(data?.timeline.map(({ date, label }) => [date, label])).toEqual([
      ['2023-11-20', '一审判决'],
      ['2024-03-18', '执行立案'],
    ])
  })

  it('is found by id, and not for a company it is not about', async () => {
    const [debtor, stranger] = [company(), company()]
    const listing = debt(debtor)
    await store([debtor, stranger], [listing])
    expect((await detail(listing.row.id)).data?.companyId).toBe(debtor.row.id)
    expect(refusalOf(await detail(listing.row.id, stranger.row.id))).toEqual(notFound)
    expect(refusalOf(await detail(listing.row.id, 'c-none'))).toEqual(notFound)
    const nobodys = debt(debtor, { subjects: [{ name: '演示无此贸易有限公司' }] })
    await insertRecords(db(), [nobodys])
    expect((await detail(nobodys.row.id)).data).toMatchObject({ companyId: null, company: null, identity: null })
  })

  it('shows a victory only on the page of the winner', async () => {
    const [winner, loser] = [company(), company()]
    const won = buildRecord({
      kind: 'judicialDocument',
      subjects: [
        { ...by(winner), identity: '原告' },
        { ...by(loser), identity: '被告' },
      ],
      fields: {
        outcome: '胜诉',
        publishDate: '2024-01-01',
        parties: [
          { role: '原告', name: winner.row.name, type: 1, cid: `c:${winner.row.credit_code}`, statement: '胜诉' },
          { role: '被告', name: loser.row.name, type: 1, cid: `c:${loser.row.credit_code}`, statement: null },
        ],
      },
    })
    await store([winner, loser], [won])
    expect(await newestLines(winner)).toEqual(['胜诉'])
    expect(await newestLines(loser)).toEqual([])
  })

  it('the newest current record represents its group, in a few lines', async () => {
    const debtor = company()
    await store(debtor, [
      debt(debtor, {
        published_on: '2024-05-06',
        fields: { performance: '全部未履行', court: '演示市法院', amount: { value: 1250000.5, unit: '元' } },
      }),
      debt(debtor, { ...removed, published_on: '2026-01-01' }),
    ])
    const { data } = await call(
      test().app,
      'latestRecord',
      { id: debtor.row.id, group: 'legalRisk' },
      { token: token() },
    )
    expect(data).toMatchObject({
      title: '（2024）演0101执1号',
      publishedAt: '2024-05-06',
      lines: [
        { value: '演示市法院', tone: null },
        { value: '全部未履行', tone: 'red' },
        { value: '1,250,000.50 元', tone: null },
      ],
    })
  })
})
