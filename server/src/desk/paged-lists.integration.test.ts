import { type DeskActionName, deskActions } from '@baiqicha/contract/desk/actions'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { act, addOperator, adminOf, openTestDesk, type TestDesk, type TestOperator } from '../../test/http/desk.ts'

const ROWS = 120
const numbers = Array.from({ length: ROWS }, (_, at) => at)
const nth = (at: number) => String(at).padStart(3, '0')

const pageSchema = z.object({ items: z.array(z.looseObject({})), total: z.int(), next: z.nullable(z.string()) })

/** All pages of a list. */
async function readAll(desk: TestDesk, operator: TestOperator, name: DeskActionName) {
  const pages: z.output<typeof pageSchema>[] = []
  let after: string | null = null
  do {
    const { data } = await act(desk, operator, name, { after })
    expect(deskActions[name].output.safeParse(data).success).toBe(true)
    const page: z.output<typeof pageSchema> = z.parse(pageSchema, data)
    pages.push(page)
    after = page.next
  } while (after !== null)
  return pages
}

describeDatabases('the server pages', (freshDatabase) => {
  async function open(role: 'administrator' | 'review' | 'data') {
    const desk = await openTestDesk(await freshDatabase())
    return { desk, db: desk.database.db, operator: await addOperator(desk, [role]) }
  }
  const sizes = [50, 50, 20]

  it('suppressions, newest first, each once with all keys of its company', async () => {
    const { desk, db, operator } = await open('review')
    const common = { record_id: null, person_name: '演示甲', reason: '演示：来函' }
    await db
      .insertInto('suppression')
      .values(
        numbers.flatMap((at) =>
          ['c:x', 'n:y'].map((subject_key) => ({ ...common, id: `s-${nth(at)}`, subject_key, created_at: at })),
        ),
      )
      .execute()
    const pages = await readAll(desk, operator, 'suppress list')
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual(sizes.map((size) => [size, ROWS]))
    const items = pages.flatMap((page) => page.items)
    expect(items.map(({ id }) => id)).toEqual(numbers.map((at) => `s-${nth(at)}`).toReversed())
    expect(items.every(({ subjectKeys }) => Array.isArray(subjectKeys) && subjectKeys.length === 2)).toBe(true)
  })

  it('operators, by name', async () => {
    const { desk, operator } = await open('administrator')
    for (const at of numbers.slice(1)) {
      await adminOf(desk).add({ name: `a${nth(at)}`, roles: ['review'], operator: 'cli:tester' })
    }
    const pages = await readAll(desk, operator, 'operators list')
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual(sizes.map((size) => [size, ROWS]))
    expect(pages.flatMap((page) => page.items).map(({ name }) => name)).toEqual([
      ...numbers.slice(1).map((at) => `a${nth(at)}`),
      operator.name,
    ])
  })

  it('requests for updates and inclusions, most requested first', async () => {
    const { desk, db, operator } = await open('data')
    const built = numbers.map((at) => buildCompany({ id: `c-${nth(at)}`, name: `澜山演示${nth(at)}有限公司` }))
    await insertCompanies(db, built)
    const users = (at: number) => (at === ROWS - 1 ? ['u-1', 'u-2'] : ['u-1'])
    const requests = numbers.flatMap((at) => users(at).map((user_id) => ({ at, user_id, done_at: null })))
    await db
      .insertInto('update_request')
      .values(requests.map((row) => ({ ...row, company_id: `c-${nth(row.at)}` })))
      .execute()
    await db
      .insertInto('inclusion_request')
      .values(requests.map((row) => ({ ...row, keyword_key: nth(row.at), keyword: `演示${nth(row.at)}` })))
      .execute()
    const order = [ROWS - 1, ...numbers.slice(0, -1)].map(nth)
    const updates = await readAll(desk, operator, 'updates list')
    expect(updates.map(({ items, total }) => [items.length, total])).toEqual(sizes.map((size) => [size, ROWS]))
    expect(updates.flatMap((page) => page.items).map(({ companyId }) => companyId)).toEqual(
      order.map((text) => `c-${text}`),
    )
    const inclusions = await readAll(desk, operator, 'inclusions list')
    expect(inclusions.map(({ items, total }) => [items.length, total])).toEqual(sizes.map((size) => [size, ROWS]))
    expect(inclusions.flatMap((page) => page.items).map(({ keyword }) => keyword)).toEqual(
      order.map((text) => `演示${text}`),
    )
  })
})
