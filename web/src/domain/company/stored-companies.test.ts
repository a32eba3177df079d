import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildBusinessInfo, buildCompanyDetail, buildRepresentative } from '../../../test/company-builders.ts'
import { createRecentCompanies, STORED_COMPANIES } from './recent-companies.ts'
import { createStoredCompanies, summaryOfDetail } from './stored-companies.ts'

const DAY_MS = 86_400_000

const pathOf = ({ url }: Request) => new URL(url).pathname

/** The cache storage of a browser. */
class FakeCaches {
  readonly all = new Map<string, Map<string, string>>()
  open = async (name: string) => {
    const entries = this.all.get(name) ?? new Map<string, string>()
    this.all.set(name, entries)
    return {
      put: async (path: string, response: Response) => {
        entries.delete(path)
        entries.set(path, await response.text())
      },
      keys: async () => [...entries.keys()].map((path) => new Request(`http://localhost${path}`)),
      match: async (request: Request) => new Response(entries.get(pathOf(request))),
      delete: async (request: Request) => entries.delete(pathOf(request)),
    }
  }
  delete = async (name: string) => this.all.delete(name)
}

let caches = new FakeCaches()
const stored = () => [...(caches.all.get(STORED_COMPANIES)?.keys() ?? [])]

beforeEach(() => {
  caches = new FakeCaches()
  vi.stubGlobal('caches', caches)
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(globalThis, 'caches')
})

/** What a page that has just been opened knows. */
function openPage() {
  const recent = createRecentCompanies()
  const companies = createStoredCompanies(recent)
  const view = async (id: string) => {
    const detail = buildCompanyDetail({ id })
    recent.saveDetail(detail, summaryOfDetail(detail))
    await companies.storeDetail(detail)
  }
  return { ...companies, view, recent }
}

test('a company that was viewed is known again to the next page, with the time at which it was read', async () => {
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] })
  await openPage().view('c-1')
  vi.setSystemTime(5_000)
  const next = openPage()
  expect(next.recent.find('c-1')).toBeNull()
  await next.restore()
  expect(next.recent.find('c-1')?.detail).toMatchObject({ savedAt: 1_000, value: { id: 'c-1' } })
  expect(next.recent.listSummaries().map(({ id }) => id)).toEqual(['c-1'])
})

test('the register entry is known again too', async () => {
  const page = openPage()
  const info = buildBusinessInfo({ id: 'c-1' })
  page.recent.saveBusinessInfo(info)
  await page.storeBusinessInfo(info)
  const next = openPage()
  await next.restore()
  expect(next.recent.find('c-1')?.businessInfo?.value.id).toBe('c-1')
})

test('the thirty viewed last are stored, and one that is viewed again counts as viewed last', async () => {
  const { view } = openPage()
  for (let at = 1; at <= 30; at += 1) await view(`c-${at}`)
  await view('c-1')
  await view('c-31')
  expect(stored()).toHaveLength(30)
  expect(stored()).not.toContain('/detail/c-2')
  expect(stored()).toContain('/detail/c-1')
})

test('what is older than thirty days, or cannot be read, is not shown', async () => {
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] })
  await openPage().view('c-1')
  caches.all.get(STORED_COMPANIES)?.set('/detail/c-2', '{"savedAt":1000,"value":{"id":"c-2"}}')
  vi.setSystemTime(1_000 + 31 * DAY_MS)
  const next = openPage()
  await next.view('c-3')
  const last = openPage()
  await last.restore()
  expect(last.recent.listSummaries().map(({ id }) => id)).toEqual(['c-3'])
})

test('what this page has read is newer than what is stored', async () => {
  await openPage().view('c-1')
  const next = openPage()
  const detail = buildCompanyDetail({ id: 'c-1', name: '改名演示有限公司' })
  next.recent.saveDetail(detail, summaryOfDetail(detail))
  await next.restore()
  expect(next.recent.find('c-1')?.detail?.value.name).toBe('改名演示有限公司')
})

test('the end of a session deletes what is stored, and a late response stores nothing', async () => {
  const page = openPage()
  await page.view('c-1')
  page.recent.clear()
  await page.storeDetail(buildCompanyDetail({ id: 'c-1' }))
  expect(stored()).toEqual([])
})

test('without such a storage, or where it is refused, nothing is stored and nothing throws', async () => {
  Reflect.deleteProperty(globalThis, 'caches')
  const page = openPage()
  await page.view('c-1')
  await page.restore()
  page.recent.clear()
  vi.stubGlobal('caches', {
    open: () => Promise.reject(new Error('refused')),
    delete: () => Promise.reject(new Error('refused')),
  })
  const other = openPage()
  await other.view('c-1')
  await other.restore()
  other.recent.clear()
})

test.each([
  ['2021 年年报', '2021'],
  ['2024-05-14', '2024'],
  ['日期不详', '日期不详'],
  [null, null],
])('the row of a company saved offline shows the year of an office dated %s', (datedBy, year) => {
  const detail = buildCompanyDetail({ legalRepresentative: buildRepresentative({ name: '演示乙', datedBy }) })
  expect(summaryOfDetail(detail)).toMatchObject({ legalRepresentative: '演示乙', legalRepresentativeYear: year })
})

test('the row of a company saved offline shows the officer of a newer source', () => {
  const source = { sourceId: 'facts', sourceName: '基本资料', sourceUrl: null, asOf: '2024-05' }
  const detail = buildCompanyDetail({
    legalRepresentative: buildRepresentative({ datedBy: '2019 年年报' }),
    leadingOfficer: { name: '演示丙', title: '董事长', datedBy: '2024-05', source },
  })
  expect(summaryOfDetail(detail)).toMatchObject({
    legalRepresentative: null,
    legalRepresentativeYear: null,
    leadingOfficer: { name: '演示丙', title: '董事长', year: '2024' },
  })
})
