import type { LeadFilter } from '@baiqicha/contract/leads'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { RouteInput } from '@baiqicha/contract/routes'
import type { TestDatabase } from '../databases/databases.ts'
import { importRecords } from '../importers/import-records.ts'
import { importRows } from '../importers/import-tables.ts'
import { call, openTestApp, signIn, type TestApp } from './app.ts'

/** A query that uses the filter. */
export const leadFilterInputs: Readonly<Record<LeadFilter, Partial<RouteInput<'leadSearch'>>>> = {
  keyword: { keyword: '演示' },
  region: { region: '99' },
  industry: { industry: 'F' },
  status: { status: '注销' },
  landline: { contact: 'landline' },
  mobile: { contact: 'mobile' },
  email: { contact: 'email' },
  age: { age: 'to1' },
  capital: { capital: 'to100' },
  staff: { staff: 'to50' },
  listed: { listed: 'listed' },
}

export const leadMobile = '15400000001'
export const leadLandline = '0990-2345678'

const names = ['澜山演示贸易有限公司', '云帆演示建筑工程有限公司', '晨溪演示食品有限公司'] as const
const codes = ['91990001MA0TE5T16H', '91990002MA0FCT021R', '91990003MA0FCT03X0'] as const

/** Three companies: one with a mobile, a landline and mailboxes; an ended one with the same landline; one without. */
async function storeLeads(database: TestDatabase) {
  await importRows(database, [
    {
      name: names[0],
      creditCode: codes[0],
      status: '存续',
      phones: [leadLandline],
      email: 'office@lanshan.example',
      website: 'www.lanshan.example',
    },
    { name: names[1], creditCode: codes[1], status: '注销', phones: [leadLandline] },
    { name: names[2], creditCode: codes[2] },
  ])
  const published = { companyName: names[0], companyCreditCode: codes[0], category: '年报', year: 2025 }
  await importRecords(database, 'contact', [
    { ...published, value: leadMobile, contactName: '杨演示', sourceDate: '2026-03-18', state: '实号' },
    { ...published, value: 'yan@mail.example', sourceDate: '2026-03-18' },
  ])
  const rows = await database.db.selectFrom('company').select(['id', 'name']).execute()
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? ''
  return { lead: idOf(names[0]), ended: idOf(names[1]), silent: idOf(names[2]), rows }
}

/** The application over these companies, which the fake index finds by name, with a user and a member. */
export async function openLeads(database: TestDatabase, deviation: Parameters<typeof openTestApp>[1] = {}) {
  const ids = await storeLeads(database)
  const test = await openTestApp(database.db, deviation)
  for (const { id, name } of ids.rows) test.search.names.set(id, name)
  const { token } = await signIn(test)
  return { ...ids, test, token, member: await signInMember(test) }
}

/** Token of a new user with the gift of membership. @throws Error if the gift is refused */
export async function signInMember(test: TestApp): Promise<string> {
  const { token } = await signIn(test)
  const choices = { careerIdStr: 'jobSeeker', industryIdStr: 'software' }
  const { code } = await call(test.app, 'saveIndustryCareer', choices, { token })
  if (code !== resultCode.ok) throw new Error(`gift: ${code}`)
  return token
}
