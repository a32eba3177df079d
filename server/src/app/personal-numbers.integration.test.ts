import { type FieldValue, fieldSchemas } from '@baiqicha/contract/records/fields'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { API_BASE, exceptions, type Route, type RouteKey, routeKeys, routes } from '@baiqicha/contract/routes'
import { beforeAll, expect, it } from 'vitest'
import { partners } from '../../test/account/accounts.ts'
import { type SeededRandom, seededRandom } from '../../test/builders/seeded-random.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { openTestApp, type TestApp } from '../../test/http/app.ts'
import type { RouteCases } from '../../test/http/route-case.ts'
import { prepareRouteCases } from '../../test/http/route-cases.ts'
import { plainColumnOf } from '../domain/company/fact-columns.ts'
import type { Database } from '../platform/database/database.ts'
import { wholeNumbers } from './register-route.ts'

/** Any seed must do. */
const SEED = 29

const fullWidth = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
const inThree = (number: string, sign: string) => [number.slice(0, 3), number.slice(3, 7), number.slice(7)].join(sign)

const notations: readonly ((number: string) => string)[] = [
  (number) => number,
  fullWidth,
  ...[' ', '-', '－', '—', '.', '\u3000', '\u200b', '·', '/'].map((sign) => (number: string) => inThree(number, sign)),
  (number) => fullWidth(inThree(number, '-')),
  (number) => `+86 ${number}`,
  (number) => `0086${number}`,
  (number) => `0${number}`,
  (number) => Array.from(number).join(' '),
  (number) => `${number.slice(0, 7)} ${number.slice(7)}`,
  (number) => `(${number.slice(0, 3)})${number.slice(3)}`,
]
const surroundings = [
  '演示甲#',
  '#（演示乙）',
  '手机#',
  '#转801',
  '0755-28880000、#',
  '#/0755-28880000',
  'tel:#;',
  '演示路1号,#',
  '#',
]

/** Plants unassigned numbers and records them. */
function createPlanter({ pick, below }: SeededRandom) {
  const planted: string[] = []
  const number = () => {
    const digits = `1${3 + below(7)}${String(below(1_000_000_000)).padStart(9, '0')}`
    planted.push(digits)
    return digits
  }
  const written = () => pick(surroundings).replace('#', pick(notations)(number()))
  return {
    planted,
    /** As `written`, after words by which the test still finds the row. */
    text: (words = '') => `${words}${written()}`,
    several: () => `${written()} ${written()}`,
  }
}
type Planter = ReturnType<typeof createPlanter>

const textFacts = (['address', 'scope', 'mailAddress', 'nameEnglish', 'authority', 'website', 'email'] as const).map(
  plainColumnOf,
)

async function poisonCompanies(db: Database, { search }: TestApp, plant: Planter) {
  for (const { id, name } of await db.selectFrom('company').select(['id', 'name']).orderBy('id').execute()) {
    const hostile = plant.text(name)
    await db
      .updateTable('company')
      .set({
        name: hostile,
        short_name: plant.text(),
        legal_representative: plant.text('演示甲'),
        legal_representative_title: plant.text(),
        status: plant.text(),
        status_raw: plant.text(),
        business_type: plant.text(),
        taxpayer_type: plant.text(),
        staff_size: plant.text(),
        ended_reason: plant.text(),
        ended_office: plant.text(),
        capital_unit: plant.text(),
        contact_source: 'test',
        phones: JSON.stringify(Array.from({ length: 30 }, () => plant.several())),
        ...Object.fromEntries(textFacts.map((column) => [column, plant.text()])),
      })
      .where('id', '=', id)
      .execute()
    for (const kind of ['former', 'formerShort', 'alias'] as const) {
      const value = plant.text()
      await db
        .insertInto('company_name')
        .values({ company_id: id, kind, value, value_key: value, valid_from: '', valid_to: null, source: null })
        .execute()
    }
    search.names.set(id, hostile)
  }
}

/** A hostile value of a field that takes one text or several; any other value as it is. */
function hostileValue(value: FieldValue, type: keyof typeof fieldSchemas, plant: Planter): FieldValue {
  if (['date', 'dateTime', 'word', 'words', 'link'].includes(type)) return value
  if (type === 'contact') return value
  if (type === 'parties')
    return [{ role: plant.text(), name: plant.text('演示乙'), type: 1, cid: null, statement: plant.text() }]
  if (type === 'passages') return [{ title: plant.text(), text: plant.several() }]
  if (type === 'events') return [{ date: null, content: plant.several() }]
  if (fieldSchemas[type].safeParse([plant.text()]).success) return [plant.text(), plant.several()]
  return fieldSchemas[type].safeParse('').success ? plant.several() : value
}

async function poisonRecords(db: Database, plant: Planter) {
  for (const { id, kind, content } of await db
    .selectFrom('record')
    .select(['id', 'kind', 'content'])
    .orderBy('id')
    .execute()) {
    const fields: Record<string, FieldValue> = JSON.parse(content)
    for (const [name, { type }] of Object.entries(recordKinds[kind].fields)) {
      fields[name] = hostileValue(fields[name] ?? null, type, plant)
    }
    const row = { content: JSON.stringify(fields), removed_reason: plant.text() }
    await db.updateTable('record').set(row).where('id', '=', id).execute()
  }
  await db
    .updateTable('source')
    .set({ name: plant.text('测试来源'), scope: plant.text() })
    .execute()
}

/** The text of an answer in ASCII digits, without what may stand between the digits of a number. */
const comparable = (body: string) => body.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}._·/()\\]/gu, '')

describeDatabases('mobile numbers in the data', (freshDatabase) => {
  let test: TestApp
  let token: string
  let cases: RouteCases
  let plant: Planter

  beforeAll(async () => {
    const { db } = await freshDatabase()
    test = await openTestApp(db, { partners })
    ;({ token, cases } = await prepareRouteCases(db, test))
    plant = createPlanter(seededRandom(SEED))
    await poisonCompanies(db, test, plant)
    await poisonRecords(db, plant)
    await db.updateTable('search_history').set({ company_name: plant.text() }).execute()
    await db.updateTable('correction').set({ company_name: plant.text() }).execute()
    // Copies of the moments before are old by now.
    test.clock.time += 3_600_000
    return () => test.app.close()
  })

  async function bodyOf(key: RouteKey) {
    const route: Route = routes[key]
    const { input, signedIn, token: own } = cases[key]
    const entries = Object.entries(input).filter(([, value]) => value !== undefined)
    const query = new URLSearchParams(
      Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
    ).toString()
    const response = await test.app.inject({
      method: route.method,
      url: API_BASE + route.path + (route.method === 'GET' && query !== '' ? `?${query}` : ''),
      headers: signedIn ? { token: own ?? token } : {},
      ...(route.method === 'POST' && { payload: input }),
    })
    return response.body
  }

  const numbersIn = (body: string) => {
    const text = comparable(body)
    return plant.planted.filter((number) => text.includes(number))
  }

  // In the order of the route table, because some calls change the answers of later ones.
  it.each(routeKeys.filter((key) => !wholeNumbers.has(key)))('never leave %s', async (key) => {
    expect(numbersIn(await bodyOf(key))).toEqual([])
  })

  it('are not looked for in the signature of a page, whose digits may look like one', () => {
    expect([...wholeNumbers]).toContain('jsConfig')
  })

  it('never leave in an export of leads', async () => {
    const { body } = await test.app.inject({
      method: 'GET',
      url: `${API_BASE}${exceptions.exportLeads.path}?keyword=`,
      headers: { token },
    })
    expect(numbersIn(body)).toEqual([])
  })

  it('are in the store, and the company page masks each of several in one cell', async () => {
    expect(plant.planted.length).toBeGreaterThan(500)
    const body = await bodyOf('companyDetail')
    expect(body.match(/1[3-9]\d\*{4}\d{4}/g)?.length).toBeGreaterThan(50)
  })
})
