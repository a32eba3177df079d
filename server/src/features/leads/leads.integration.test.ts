import { leadFilterKeys, leadFilters } from '@baiqicha/contract/leads'
import { resultCode } from '@baiqicha/contract/result-codes'
import { API_BASE, exceptions, type RouteInput } from '@baiqicha/contract/routes'
import { expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { describeBothDatabases, describeDatabases } from '../../../test/databases/databases.ts'
import { call, signIn, type TestApp } from '../../../test/http/app.ts'
import { leadFilterInputs, leadLandline, leadMobile, openLeads } from '../../../test/http/leads.ts'
import { testHiddenNumbers } from '../../../test/importers/hidden-numbers.ts'
import { importRecords } from '../../../test/importers/import-records.ts'
import { importRows } from '../../../test/importers/import-tables.ts'
import { systemRandom } from '../../platform/crypto/system-random.ts'

const DAY = 86_400_000
const masked = '154****0001'

const search = ({ app }: TestApp, token: string, input: Partial<RouteInput<'leadSearch'>>) =>
  call(app, 'leadSearch', { keyword: '', ...input }, { token })
const exported = ({ app }: TestApp, token: string, query: Record<string, string> = {}) =>
  app.inject({
    url: API_BASE + exceptions.exportLeads.path,
    query: { keyword: '', ...query },
    headers: { token },
  })

describeDatabases('找商机', (freshDatabase) => {
  it('lists companies with counts and the first contact, its source and date, and neither risk nor score', async () => {
    const { test, token, lead, silent } = await openLeads(await freshDatabase())
    const { data } = await search(test, token, {})
    expect(test.search.lastQuery).toMatchObject({
      keyword: null,
      within: 'companyFacts',
      filters: { activeOrUnstated: true },
      offset: 0,
      limit: 20,
    })
    expect(data).toMatchObject({ connected: true, byNumber: false })
    const rows = new Map(data?.list.map((row) => [row.id, row]))
    expect(rows.get(lead)).toMatchObject({
      contactSummary: { mobileCount: 1, landlineCount: 1, emailCount: 2 },
      firstContact: { type: '手机', value: masked, source: { name: '2025 年度报告', date: '2026-03-18' } },
      // The register data of its own fields are newer.
      updatedAt: '2026-06-30',
    })
    expect(rows.get(silent)).toMatchObject({
      contactSummary: { mobileCount: 0, landlineCount: 0, emailCount: 0 },
      firstContact: null,
      updatedAt: null,
    })
    const [row] = data?.list ?? []
    expect(Object.keys(row ?? {}).filter((key) => /score|severity|riskCounts/i.test(key))).toEqual([])
  })

  it('leaves out companies that no longer publish the requested type, and shows a contact of that type', async () => {
    const { test, token, lead, ended } = await openLeads(await freshDatabase())
    const { data } = await search(test, token, { contact: 'landline' })
    expect(data?.list.map(({ id }) => id).toSorted()).toEqual([lead, ended].toSorted())
    expect(data?.list[0]?.firstContact).toMatchObject({ type: '固话', value: leadLandline })
  })

  it('refuses each filter of members to other users by its name, and applies every filter', async () => {
    const { test, token, member } = await openLeads(await freshDatabase())
    for (const filter of leadFilterKeys) {
      const input = leadFilterInputs[filter]
      const answer = await search(test, token, input)
      const isOpen = leadFilters[filter].level === 'registered'
      expect.soft({ filter, code: answer.code }).toEqual({ filter, code: isOpen ? 0 : resultCode.notInMembership })
      if (!isOpen) expect.soft(answer.message).toContain(leadFilters[filter].name)
      expect.soft((await search(test, member, input)).code).toBe(0)
      const { keyword, ...filters } = input
      expect.soft(test.search.lastQuery).toMatchObject(keyword === undefined ? { filters } : { keyword })
    }
    test.clock.time += 3 * 366 * DAY
    const late = await signIn(test)
    expect((await search(test, late.token, leadFilterInputs.mobile)).code).toBe(resultCode.notInMembership)
  })

  it('finds the companies of a number today: by default those that are active, and never by a part of it', async () => {
    const { test, token, lead, ended } = await openLeads(await freshDatabase())
    const found = async (keyword: string, input: Partial<RouteInput<'leadSearch'>> = {}) => {
      const { data } = await search(test, token, { keyword, ...input })
      return { byNumber: data?.byNumber, ids: data?.list.map(({ id }) => id), total: data?.total }
    }
    expect(await found(leadLandline)).toEqual({ byNumber: true, ids: [lead], total: 1 })
    expect(await found('+86 990 2345678')).toEqual({ byNumber: true, ids: [lead], total: 1 })
    expect(await found(leadLandline, { status: '注销' })).toEqual({ byNumber: true, ids: [ended], total: 1 })
    expect(await found('１５４００００ ０００１')).toEqual({ byNumber: true, ids: [lead], total: 1 })
    expect(await found('15400000002')).toEqual({ byNumber: true, ids: [], total: 0 })
    const { data } = await search(test, token, { keyword: leadMobile })
    expect(data?.list[0]?.matchReason).toEqual({ field: 'phone', text: masked })
    expect(JSON.stringify(data)).not.toContain(leadMobile)
    expect(test.logged.join('\n')).not.toContain(leadMobile)
  })

  const unreadable = '请输入企业名称、产品、行业或号码'
  const several = '一次只能查询一个号码'
  const cutMobile = '手机号请输入完整的 11 位'

  it.each<[input: string, query: Partial<RouteInput<'leadSearch'>>, message: string]>([
    ['%', { keyword: '%' }, unreadable],
    ['_', { keyword: '__' }, unreadable],
    ['emoji', { keyword: '😀😀' }, unreadable],
    ['two numbers', { keyword: '15400000001 15400000002' }, several],
    ['two numbers in full width', { keyword: '１５４０００００００１，１５４０００００００２' }, several],
    ['one number twice', { keyword: '15400000001、15400000001' }, several],
    ['a part of a mobile', { keyword: '1540000' }, cutMobile],
    ['a mobile of 12 digits', { keyword: '154000000012' }, cutMobile],
    ['2,001 characters', { keyword: '演'.repeat(2001) }, '请求有误：keyword'],
    ['page 51', { page: 51 }, '请求有误：page'],
    ['a region that is no code', { region: '%' }, '请求有误：region'],
    ['a foreign contact', { sameNumberAs: 't-none', companyId: 'c-none' }, '未找到该联系方式'],
    ['a contact that is no id', { sameNumberAs: '😀', companyId: '%' }, '未找到该联系方式'],
    ['a long id', { sameNumberAs: 'a'.repeat(65) }, '请求有误：sameNumberAs'],
  ])('refuses %s with its sentence', async (_input, query, message) => {
    const { test, token } = await openLeads(await freshDatabase())
    const answer = await search(test, token, query)
    expect({ message: answer.message, data: answer.data }).toEqual({ message, data: null })
    expect(answer.code).not.toBe(resultCode.ok)
  })

  it.each([
    ['full-width digits', '１５４０００００００１', true],
    ['+86', '+86 154 0000 0001', true],
    ['five digits', '12345', false],
  ])('reads %s as one number or a text', async (_input, keyword, byNumber) => {
    const { test, token } = await openLeads(await freshDatabase())
    expect(await search(test, token, { keyword })).toMatchObject({ code: 0, data: { byNumber } })
  })

  it('cuts 2,000 characters and needs a session', async () => {
    const { test, token } = await openLeads(await freshDatabase())
    expect((await search(test, token, { keyword: '演'.repeat(2000) })).data?.cutKeyword).toHaveLength(100)
    expect((await call(test.app, 'leadSearch', { keyword: '' })).code).toBe(resultCode.noSession)
  })

  it.each(['c-none', '%', '😀', '15400000001'])('answers %s as for a missing company', async (id) => {
    const { test, token } = await openLeads(await freshDatabase())
    const { code, message } = await call(test.app, 'leadDetail', { id }, { token })
    expect({ code, message }).toEqual({ code: resultCode.notFound, message: '未找到该企业' })
  })

  it('lists 同号企业 of a landline or company mailbox, and never of a mobile number', async () => {
    const { test, token, lead, ended } = await openLeads(await freshDatabase())
    const contacts = (await call(test.app, 'leadDetail', { id: lead }, { token })).data?.contacts ?? []
    const idOf = (type: string) => contacts.find((contact) => contact.type === type)?.id ?? ''
    const same = (sameNumberAs: string, companyId = lead) =>
      search(test, token, { sameNumberAs, companyId, status: '注销' })
    expect((await same(idOf('固话'))).data).toMatchObject({ byNumber: true, list: [{ id: ended }] })
    for (const answer of [await same(idOf('手机')), await same('t-none'), await same(idOf('固话'), ended)]) {
      expect(answer.code).toBe(resultCode.notFound)
    }
  })

  it('answers 503 while the index is unavailable, never an empty list', async () => {
    const { test, token } = await openLeads(await freshDatabase())
    for (const condition of ['preparing', 'overloaded'] as const) {
      test.search.condition = condition
      expect(await search(test, token, {})).toMatchObject({ status: 503, data: null })
    }
    // Numbers are looked up in the database.
    expect((await search(test, token, { keyword: leadLandline })).data?.total).toBe(1)
  })

  it('shows all contacts of a company with evidence, mobiles masked, for one reveal that is free for 24 hours', async () => {
    const database = await freshDatabase()
    const { test, token, lead, silent } = await openLeads(database, { dialMobiles: false })
    const detail = (id: string) => call(test.app, 'leadDetail', { id }, { token })
    const { data } = await detail(lead)
    expect(data).toMatchObject({ revealsLeft: 29, isRepeated: false, canDialMobiles: false, dialsLeft: 10 })
    expect(
      data?.contacts
        .map(({ type, value, canListSameNumber, canDial }) => [type, value, canListSameNumber, canDial])
        .toSorted(),
    ).toEqual([
      ['固话', leadLandline, true, false],
      ['手机', masked, false, false],
      ['网址', 'www.lanshan.example', false, false],
      ['邮箱', 'office@lanshan.example', true, false],
      ['邮箱', 'y***@mail.example', false, false],
    ])
    expect(JSON.stringify(data)).not.toContain(leadMobile)
    expect((await detail(lead)).data).toMatchObject({ revealsLeft: 29, isRepeated: true })
    expect((await detail(silent)).data).toMatchObject({ revealsLeft: 29, contacts: [] })
    expect((await detail('c-none')).code).toBe(resultCode.notFound)
    test.clock.time += DAY
    expect((await detail(lead)).data).toMatchObject({ revealsLeft: 29, isRepeated: false })
    const audit = await database.db.selectFrom('audit_event').select(['kind', 'subject']).execute()
    expect(audit.filter(({ kind }) => kind === 'contactsRevealed')).toEqual([
      { kind: 'contactsRevealed', subject: lead },
      { kind: 'contactsRevealed', subject: lead },
    ])
  })

  it('reveals a company with a website alone for nothing', async () => {
    const database = await freshDatabase()
    const { test, token } = await openLeads(database)
    await importRows(database, [{ name: '演示仅有官网有限公司', status: '存续', website: 'www.guanwang.example' }])
    const { id } = await database.db
      .selectFrom('company')
      .select('id')
      .where('name', '=', '演示仅有官网有限公司')
      .executeTakeFirstOrThrow()
    const { data } = await call(test.app, 'leadDetail', { id }, { token })
    expect(data).toMatchObject({ revealsLeft: 30, isRepeated: false, contacts: [{ type: '网址' }] })
    expect(
      await database.db.selectFrom('audit_event').select('kind').where('kind', '=', 'contactsRevealed').execute(),
    ).toEqual([])
  })

  it('counts a search by mobile number as one reveal, and audits companies, never the number', async () => {
    const database = await freshDatabase()
    const { test, token, lead } = await openLeads(database)
    await search(test, token, { keyword: leadMobile })
    await search(test, token, { keyword: leadMobile, page: 2 })
    expect((await call(test.app, 'leadDetail', { id: lead }, { token })).data?.revealsLeft).toBe(28)
    const rows = await database.db.selectFrom('audit_event').selectAll().execute()
    expect(rows.filter(({ kind }) => kind === 'mobileSearched').map(({ subject }) => subject)).toEqual([lead])
    const uses = await database.db.selectFrom('contact_use').selectAll().execute()
    expect(JSON.stringify([rows, uses])).not.toContain(leadMobile)
  })

  it('dials a mobile number only when the operator allows it and the conditions hold', async () => {
    const database = await freshDatabase()
    const { test, token, lead, ended } = await openLeads(database, { dialMobiles: true })
    const contacts = (await call(test.app, 'leadDetail', { id: lead }, { token })).data?.contacts ?? []
    const idOf = (type: string) => contacts.find((contact) => contact.type === type)?.id ?? ''
    const dial = (contactId: string, companyId = lead) => call(test.app, 'dial', { companyId, contactId }, { token })
    expect(contacts.find(({ canDial }) => canDial)?.type).toBe('手机')
    const dialled = await dial(idOf('手机'))
    expect(dialled.data).toEqual({ number: leadMobile, dialsLeft: 9 })
    expect(dialled.headers['cache-control']).toBe('no-store')
    expect((await dial(idOf('固话'))).code).toBe(resultCode.numberNotDialable)
    expect((await dial('t-none')).code).toBe(resultCode.notFound)
    expect((await dial(idOf('手机'), ended)).code).toBe(resultCode.notFound)
    await database.db.updateTable('company').set({ status: '注销' }).where('id', '=', lead).execute()
    expect((await dial(idOf('手机'))).code).toBe(resultCode.numberNotDialable)
    await database.db.updateTable('company').set({ status: '存续' }).where('id', '=', lead).execute()
    await database.db
      .transaction()
      .execute((tx) =>
        testHiddenNumbers.hide(tx, { value: leadMobile, addedBy: 'owner', reason: null }, test.clock.time),
      )
    expect((await dial(idOf('手机'))).code).toBe(resultCode.notFound)
    const audit = await database.db.selectFrom('audit_event').selectAll().where('kind', '=', 'mobileDialled').execute()
    expect(audit).toHaveLength(1)
    expect(JSON.stringify(audit)).not.toContain(leadMobile)
    expect(test.logged.join('\n')).not.toContain(leadMobile)
  })

  it('keeps dials off by default, and says so', async () => {
    const { test, token, lead } = await openLeads(await freshDatabase(), { dialMobiles: false })
    expect(await call(test.app, 'dial', { companyId: lead, contactId: 't-none' }, { token })).toMatchObject({
      code: resultCode.numberNotDialable,
      message: '号码已脱敏，暂未开放拨打',
    })
  })

  it('exports landlines and company mailboxes to members, three times a day, with source and date', async () => {
    const database = await freshDatabase()
    const { test, token, member } = await openLeads(database, { random: systemRandom })
    const refusal = async (by: string, query = {}) => (await exported(test, by, query)).json<{ code: number }>().code
    expect(await refusal(token)).toBe(resultCode.notInMembership)
    expect(await refusal('')).toBe(resultCode.noSession)
    expect(await refusal(member, { keyword: leadMobile })).toBe(resultCode.keywordEmpty)
    expect(await refusal(member, { keyword: '晨溪' })).toBe(resultCode.notFound)
    expect(await refusal(member, { region: 'x' })).toBe(resultCode.badRequest)
    const file = await exported(test, member)
    expect(file.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' })
    const lines = file.body.replace('\uFEFF', '').trim().split('\r\n')
    expect(lines[0]).toContain('"来源","来源日期"')
    expect(lines).toHaveLength(4)
    expect(file.headers).toMatchObject({ 'x-export-companies': '2', 'x-export-rows': '3' })
    expect(file.body).toContain(`"${leadLandline}"`)
    expect(file.body).toContain('"office@lanshan.example"')
    expect(file.body).not.toMatch(/mail\.example|154\d{8}|154\*/)
    for (const code of [200, 200]) expect((await exported(test, member)).statusCode).toBe(code)
    expect(await refusal(member)).toBe(resultCode.tooManyRequests)
    const kinds = await database.db
      .selectFrom('audit_event')
      .select('kind')
      .where('kind', '=', 'leadsExported')
      .execute()
    expect(kinds).toHaveLength(3)
  })

  it('writes no more than 1,000 rows, and no cell that a spreadsheet reads as a formula', async () => {
    const database = await freshDatabase()
    const { test, member } = await openLeads(database)
    const companies = Array.from({ length: 1_010 }, (_, at) =>
      buildCompany({ name: at === 0 ? '=1+1演示有限公司' : `演示甲${at}有限公司` }),
    )
    await insertCompanies(database.db, companies)
    test.search.names.clear()
    for (const { row } of companies) test.search.names.set(row.id, row.name)
    await importRecords(
      database,
      'contact',
      companies.map(({ row }) => ({ companyName: row.name, value: leadLandline, category: '官网' })),
    )
    const { body, headers } = await exported(test, member)
    expect(headers).toMatchObject({ 'x-export-companies': '1000', 'x-export-rows': '1000' })
    expect(body.trim().split('\r\n')).toHaveLength(1_001)
    expect(body).toContain(`"'=1+1演示有限公司"`)
    expect(body).not.toMatch(/(^|,)"?[=+@]/m)
  })
})

describeBothDatabases('parallel calls of 找商机', (freshDatabase) => {
  it('opens at most 30 companies for 50 parallel calls', async () => {
    const database = await freshDatabase()
    const { test, token } = await openLeads(database)
    const companies = Array.from({ length: 50 }, () => buildCompany())
    await insertCompanies(database.db, companies)
    await importRecords(
      database,
      'contact',
      companies.map(({ row }) => ({ companyName: row.name, value: leadLandline, category: '官网' })),
    )
    const answers = await Promise.all(
      companies.map(({ row }) => call(test.app, 'leadDetail', { id: row.id }, { token })),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(30)
    const refused = answers.filter(({ code }) => code === resultCode.tooManyRequests)
    expect(refused).toHaveLength(20)
    expect(refused[0]?.message).toMatch(/^今日查看联系方式次数已达上限，请 \d+ 秒/)
  })

  it('dials ten times for 50 parallel calls', async () => {
    const { test, token, lead } = await openLeads(await freshDatabase(), { dialMobiles: true })
    const { data } = await call(test.app, 'leadDetail', { id: lead }, { token })
    const contactId = data?.contacts.find(({ type }) => type === '手机')?.id ?? ''
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call(test.app, 'dial', { companyId: lead, contactId }, { token })),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(10)
    expect(answers.filter(({ code }) => code === resultCode.tooManyRequests)).toHaveLength(40)
  })
})
