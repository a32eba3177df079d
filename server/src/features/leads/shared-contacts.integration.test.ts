import { expect, it } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../../test/http/app.ts'
import { importRows } from '../../../test/importers/import-tables.ts'

const phone = '0990-2345678'
const email = 'all@shared.example'
const nameAt = (at: number) => `演示第${at}贸易有限公司`
const site = (at: number, website: string) => ({ name: nameAt(at), website })

describeDatabases('contacts that companies share', (freshDatabase) => {
  async function open(rows: readonly object[]) {
    const database = await freshDatabase()
    await importRows(database, rows)
    const test = await openTestApp(database.db)
    const as = { token: (await signIn(test)).token }
    const stored = await database.db.selectFrom('company').select(['id', 'name']).execute()
    const ids = new Map(stored.map(({ id, name }) => [name, id]))
    const pageOf = async (name: string) => (await call(test.app, 'companyDetail', { id: ids.get(name) ?? '' }, as)).data
    const contactsOf = async (name: string) =>
      (await call(test.app, 'leadDetail', { id: ids.get(name) ?? '' }, as)).data?.contacts
    return { pageOf, contactsOf }
  }

  it('are labelled as those of an agency for phone numbers only', async () => {
    const rows = Array.from({ length: 10 }, (_, at) => ({ name: nameAt(at), phones: [phone], email }))
    const { contactsOf } = await open(rows)
    const labels = (await contactsOf(nameAt(0)))?.map((contact) => [
      contact.type,
      contact.labels,
      contact.sameNumberCount,
    ])
    expect(labels).toEqual(
      expect.arrayContaining([
        ['固话', ['疑似代理记账'], 10],
        ['邮箱', [], 10],
      ]),
    )
  })

  it('are no site of any of them when more than two name it', async () => {
    const { pageOf, contactsOf } = await open([
      site(0, 'www.group.example'),
      site(1, 'http://group.example/'),
      site(2, 'www.platform.example'),
      site(3, 'https://www.platform.example/'),
      site(4, 'http://platform.example'),
    ])
    for (const [at, website] of [
      [0, 'www.group.example'],
      [1, 'http://group.example/'],
      [2, null],
      [3, null],
      [4, null],
    ]) {
      const name = nameAt(Number(at))
      expect.soft((await pageOf(name))?.website, name).toBe(website)
      expect.soft((await contactsOf(name))?.length, name).toBe(website === null ? 0 : 1)
    }
  })

  it.each(['http://www.szse.cn', 'WWW.SSE.COM.CN', 'www.jd.com', 'https://www.delta.com/', 'http://www.演示.gov.cn'])(
    'are not imported when they are known to be of somebody else: %s',
    async (website) => {
      const { pageOf, contactsOf } = await open([{ name: nameAt(0), website, phones: [phone] }])
      expect((await pageOf(nameAt(0)))?.website).toBeNull()
      expect((await contactsOf(nameAt(0)))?.map(({ type }) => type)).toEqual(['固话'])
    },
  )
})
