import { BATCH_ROWS, type BatchRow } from '@baiqicha/contract/batch'
import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { describeBothDatabases, describeDatabases, type FreshDatabase } from '../../../test/databases/databases.ts'
import { call, fillStore, openTestApp, signIn, type TestApp } from '../../../test/http/app.ts'
import { batchFile, endOfBatch, lookUpBatch, sendBatch } from '../../../test/http/batch.ts'

const DAY = 86_400_000
const [name, formerName] = ['演示云岚软件有限公司', '演示旧名有限公司']
const coded = { name: '演示代码有限公司', credit_code: '91990001MA0TE5T16H', registration_number: '990001763531102' }

const becomeMember = ({ app }: TestApp, token: string) =>
  call(app, 'saveIndustryCareer', { careerIdStr: 'jobSeeker', industryIdStr: 'software' }, { token })

const rowsOf = async ({ app }: TestApp, token: string, id: string): Promise<readonly BatchRow[]> =>
  (await call(app, 'batchRows', { id }, { token })).data?.list ?? []

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `演示批量${at}有限公司`).join('\n')

/** A user who sends lists, and companies of the store. */
const openLists = (freshDatabase: FreshDatabase) => async () => {
  const { db } = await freshDatabase()
  const test = await openTestApp(db)
  const companies = await fillStore(db, test)
  await insertCompanies(db, [buildCompany(coded)])
  const { token } = await signIn(test)
  return { db, test, token, companies }
}

describeDatabases('a list of names and codes', (freshDatabase) => {
  const open = openLists(freshDatabase)

  it('gives each row its result in the order of the list, and a duplicate the same', async () => {
    const { test, token } = await open()
    const list = [name, coded.credit_code, formerName, '云岚', '演示未知有限公司', '（）', ` ${name} `].join('\n')
    const job = await lookUpBatch(test, token, list)
    expect(job).toMatchObject({
      listName: null,
      encoding: null,
      total: 7,
      done: 7,
      counts: { matched: 4, open: 1, chosen: 0, missing: 1, invalid: 1 },
    })
    const rows = await rowsOf(test, token, job.id)
    expect(rows.map(({ number, result, company: found, why }) => [number, result, found?.name ?? null, why])).toEqual([
      [1, '唯一匹配', name, '企业全称一致'],
      [2, '唯一匹配', coded.name, '统一社会信用代码一致'],
      [3, '唯一匹配', '演示云岚科技有限公司', '曾用名一致'],
      [4, '多个候选', null, '名称相近，请选择企业'],
      [5, '未收录', null, '暂未收录，不代表不存在'],
      [6, '无效', null, '只有符号，无法查询'],
      [7, '唯一匹配', name, '企业全称一致，与第 1 行相同'],
    ])
    expect(rows[3]?.candidates.map((candidate) => candidate.name).toSorted()).toEqual([
      '演示云岚科技有限公司',
      '演示云岚软件有限公司',
    ])
  })

  it('offers companies of the same name, and one that had the name before', async () => {
    const { db, test, token } = await open()
    await insertCompanies(db, [
      buildCompany({ name: '演示同名有限公司' }),
      buildCompany({ name: '演示同名有限公司' }),
      buildCompany({ name: formerName }),
    ])
    const job = await lookUpBatch(test, token, `演示同名有限公司\n${formerName}`)
    const rows = await rowsOf(test, token, job.id)
    expect(rows.map(({ result, why, candidates }) => [result, why, candidates.length])).toEqual([
      ['多个候选', '同名企业 2 家，请选择', 2],
      ['多个候选', '另有企业曾用此名，请选择', 2],
    ])
  })

  it('says when a code and a name belong to different companies', async () => {
    const { test, token } = await open()
    const { credit_code: code, registration_number: registration } = coded
    const job = await lookUpBatch(test, token, `${name} ${code}\n演示别名有限公司 ${code}\n${registration}`)
    const rows = await rowsOf(test, token, job.id)
    expect(rows.map(({ result, why }) => [result, why])).toEqual([
      ['多个候选', '代码与名称属于不同企业，请选择'],
      ['唯一匹配', '统一社会信用代码一致，名称与登记不同'],
      ['唯一匹配', '代码一致'],
    ])
  })

  it('remembers the candidate that the person chooses, also for duplicates', async () => {
    const { test, token } = await open()
    const job = await lookUpBatch(test, token, '云岚\n云岚')
    const [candidate] = (await rowsOf(test, token, job.id))[0]?.candidates ?? []
    const choose = (number: number, companyId: string | null) =>
      call(test.app, 'chooseBatch', { id: job.id, number, companyId }, { token })
    expect((await choose(2, candidate?.id ?? '')).data?.counts).toMatchObject({ open: 0, chosen: 2 })
    expect((await rowsOf(test, token, job.id)).map(({ company, isChosen }) => [company?.id, isChosen])).toEqual([
      [candidate?.id, true],
      [candidate?.id, true],
    ])
    await choose(1, null)
    expect((await rowsOf(test, token, job.id))[0]).toMatchObject({ company: null, isChosen: true, result: '多个候选' })
    expect((await choose(1, 'c-none')).code).toBe(resultCode.notFound)
    expect((await choose(3, null)).code).toBe(resultCode.notFound)
  })

  it('belongs to one person', async () => {
    const { test, token } = await open()
    const { id } = await lookUpBatch(test, token, name)
    const other = await signIn(test)
    const codes = [
      (await call(test.app, 'batchStatus', { id }, { token: other.token })).code,
      (await call(test.app, 'batchRows', { id }, { token: other.token })).code,
      (await call(test.app, 'chooseBatch', { id, number: 1, companyId: null }, { token: other.token })).code,
      (await call(test.app, 'cancelBatch', { id }, { token: other.token })).code,
      (await call(test.app, 'deleteBatch', { id }, { token: other.token })).code,
      (await batchFile(test, other.token, { id, format: 'csv' })).json().code,
    ]
    expect(new Set(codes)).toEqual(new Set([resultCode.notFound]))
    expect((await call(test.app, 'batchList', {}, { token: other.token })).data?.list).toEqual([])
    expect((await sendBatch(test, '', name)).code).toBe(resultCode.noSession)
    expect((await batchFile(test, '', { id, format: 'csv' })).json().code).toBe(resultCode.noSession)
  })

  it('of a user without membership has 50 rows a day, also after a deletion', async () => {
    const { test, token } = await open()
    const first = await sendBatch(test, token, numbered(30))
    expect(await sendBatch(test, token, numbered(21))).toMatchObject({
      code: resultCode.batchUnfit,
      message: '名单有 21 行，今日还可查询 20 行；会员每份 2000 行',
    })
    await call(test.app, 'deleteBatch', { id: first.job?.id ?? '' }, { token })
    expect((await call(test.app, 'batchList', {}, { token })).data).toEqual({
      list: [],
      allowance: { rowsLeft: 20, listsLeft: null },
    })
    test.clock.time += DAY
    expect((await sendBatch(test, token, numbered(50))).code).toBe(0)
  })

  it('of a member has 2,000 rows, five times a day', async () => {
    const { test, token } = await open()
    await becomeMember(test, token)
    expect((await sendBatch(test, token, numbered(BATCH_ROWS + 1))).message).toMatch(
      /^名单有 2001 行，每份最多 2000 行/,
    )
    for (let turn = 0; turn < 5; turn += 1) expect((await sendBatch(test, token, `演示${turn}有限公司`)).code).toBe(0)
    expect((await sendBatch(test, token, name)).message).toBe('今日 5 份名单已用完，请明日再试')
  })

  it('can be stopped: the rows until then keep their results', async () => {
    const { test, token } = await open()
    test.search.condition = 'preparing'
    const { job } = await sendBatch(test, token, '云岚\n演示未知有限公司')
    const stopped = await call(test.app, 'cancelBatch', { id: job?.id ?? '' }, { token })
    expect(stopped.data).toMatchObject({ state: 'cancelled', done: 0 })
    expect((await rowsOf(test, token, job?.id ?? '')).map(({ result }) => result)).toEqual([null, null])
  })

  it('waits while the index is prepared, and is then continued', async () => {
    const { test, token } = await open()
    test.search.condition = 'preparing'
    const { job } = await sendBatch(test, token, '云岚')
    test.search.condition = 'ready'
    expect((await endOfBatch(test, token, job?.id ?? '')).counts.open).toBe(1)
  })

  it('is deleted after seven days', async () => {
    const { db, test, token } = await open()
    const { id } = await lookUpBatch(test, token, name)
    test.clock.time += 7 * DAY
    expect((await call(test.app, 'batchStatus', { id }, { token })).code).toBe(resultCode.notFound)
    const { createBatchRepository } = await import('./batch.repository.ts')
    await createBatchRepository({ db, clock: test.clock }).deleteExpired()
    expect(await db.selectFrom('batch_job').select('id').execute()).toEqual([])
    expect(await db.selectFrom('batch_row').select('number').execute()).toEqual([])
  })

  it('never finds a company by a person', async () => {
    const { test, token, companies } = await open()
    test.search.representatives.set(companies[0]?.id ?? '', '演示甲')
    const job = await lookUpBatch(test, token, '演示甲')
    expect(job.counts).toMatchObject({ missing: 1, open: 0 })
  })

  it('stores no number of a person', async () => {
    const { db, test, token } = await open()
    await lookUpBatch(test, token, '13800138000\n110101199003074258')
    const rows = await db.selectFrom('batch_row').select('input').orderBy('number').execute()
    expect(rows.map(({ input }) => input)).toEqual(['138****8000', '110101********4258'])
  })

  it('shows that a company is stored no longer', async () => {
    const { db, test, token, companies } = await open()
    const job = await lookUpBatch(test, token, name)
    await db
      .deleteFrom('company_name')
      .where('company_id', '=', companies[0]?.id ?? '')
      .execute()
    await db
      .deleteFrom('company')
      .where('id', '=', companies[0]?.id ?? '')
      .execute()
    expect(await rowsOf(test, token, job.id)).toMatchObject([
      { result: '未收录', why: '该企业已不再收录', company: null },
    ])
  })
})

// Concurrent calls depend on the database.
describeBothDatabases('a list of names and codes', (freshDatabase) => {
  const open = openLists(freshDatabase)

  it('never counts more than is left when lists arrive at once', async () => {
    const { test, token } = await open()
    const sent = await Promise.all(Array.from({ length: 4 }, () => sendBatch(test, token, numbered(30))))
    expect(sent.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(sent.filter(({ code }) => code === resultCode.batchUnfit)).toHaveLength(3)
  })
})
