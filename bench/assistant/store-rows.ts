import { readFileSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'

/** Rows of the store as the evaluation reads them: by its own SQL, without code of the product. */

export type CompanyRow = {
  id: string
  name: string
  name_key: string
  credit_code: string | null
  registration_number: string | null
  name_english: string | null
  short_name: string | null
  status: string | null
  business_type: string | null
  legal_representative: string | null
  people_as_of: string | null
  identity_as_of: string | null
  contact_as_of: string | null
  capital_value: number | null
  capital_unit: string | null
  capital_currency: string | null
  capital_comparable: number | null
  founded_on: string | null
  region_code: string | null
  list_province: string | null
  industry_code: string | null
  industry_section: string | null
  address: string | null
  scope: string | null
  website: string | null
  email: string | null
  /** A JSON array. Mobile numbers are shown as 154****0046. */
  phones: string
  insured_count: number | null
  insured_year: number | null
  staff_size: string | null
  is_listed: 0 | 1
  is_demo: 0 | 1
}

export type ListingRow = { code: string; board: string | null; exchange: string; listed_on: string | null }

/** A record that a company page shows today, once for each company. */
export type RecordRow = {
  id: string
  kind: string
  view: 'current' | 'disputed' | 'history'
  published_on: string | null
  as_of: string | null
  status: string
  removed_on: string | null
  removed_reason: string | null
  content: Readonly<Record<string, unknown>>
}

const tableOf = (file: string): Map<string, string> => {
  const text = readFileSync(new URL(`../../data/${file}.csv`, import.meta.url), 'utf8')
  return new Map(
    text
      .split('\n')
      .slice(1)
      .map((line) => [line.split(',')[0] ?? '', (line.split(',')[1] ?? '').trim()]),
  )
}

/** Calendar day in China. */
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

export function openStoreRows(store: Sqlite.Database) {
  const companies = store.prepare<[], CompanyRow>('select * from company order by id').all()
  const byId = new Map(companies.map((company) => [company.id, company]))
  const listings = store.prepare<[string], ListingRow>(
    'select code, board, exchange, listed_on from company_listing where company_id = ? order by exchange, code',
  )
  const names = store.prepare<[string], { kind: string; value: string }>(
    'select kind, value from company_name where company_id = ?',
  )
  const records = store.prepare<
    [{ day: string; credit: string; registration: string; name: string }],
    Omit<RecordRow, 'content'> & { content: string }
  >(`
    select distinct record.id, record.kind, record.published_on, record.as_of, record.status, record.removed_on,
      record.removed_reason, record.content,
      case
        when subject.standing = 'history' or (subject.removed_on is not null and subject.removed_on <= @day) then 'history'
        when subject.standing = 'disputed' or subject.is_disputed = 1 then 'disputed'
        else 'current'
      end as view
    from record_subject as subject join record on record.id = subject.record_id
    where subject.subject_key in (@credit, @registration, @name)
      and subject.is_hidden = 0 and subject.standing <> 'withdrawn'
      and (subject.display_until is null or subject.display_until >= @day)`)
  const allNames = store.prepare<[string], object>(
    'select value, valid_from, valid_to from company_name where company_id = ?',
  )
  const disputes = store.prepare<[string, string], { disputed_at: number }>(
    `select coalesce(record.disputed_at, record.updated_at) as disputed_at
     from record_subject as subject join record on record.id = subject.record_id
     where subject.subject_key in (?, ?) and (record.disputed_at is not null or record.standing = 'disputed')`,
  )
  const regions = new Map([...tableOf('reference/regions'), ...tableOf('demo/regions')])
  const industries = tableOf('reference/industries')
  const feeds = store
    .prepare<[], { kind: string; covers: string | null }>('select kind, covers from record_feed where is_demo = 0')
    .all()
  return {
    companies,
    byId,
    listingsOf: (id: string) => listings.all(id),
    namesOf: (id: string, kind: string) => names.all(id).flatMap((row) => (row.kind === kind ? row.value : [])),
    allNamesOf: (id: string) => allNames.all(id),
    disputesOf: ({ credit_code: code, name_key: key }: CompanyRow) => disputes.all(`c:${code}`, `n:${key}`),
    /** As-of dates of sources and of what they state. */
    sourceDates: store
      .prepare<[], string>(
        'select as_of from source where as_of is not null union select as_of from record_feed where as_of is not null',
      )
      .pluck()
      .all(),
    sourceNames: store.prepare<[], string>('select name from source union select scope from source').pluck().all(),
    recordsOf: (company: CompanyRow): RecordRow[] =>
      records
        .all({
          day: today(),
          credit: `c:${company.credit_code}`,
          registration: `r:${company.registration_number}`,
          name: `n:${company.name_key}`,
        })
        .map((row) => ({ ...row, content: JSON.parse(row.content) })),
    /**
     * 广东省 and 深圳市; without the city for 市辖区 and for a province alone. A county that its province governs without a
     * prefecture (659001 石河子市) is its own city.
     */
    regionOf: ({ region_code: code, list_province: province }: CompanyRow) => {
      if (code === null) return { province, city: null }
      // Of the fictional places, a code of six digits is a province.
      if (code.startsWith('99')) return { province: regions.get(code) ?? null, city: null }
      const cityCode = code.slice(2, 4) === '90' ? code : `${code.slice(0, 4)}00`
      const city = code.endsWith('0000') ? undefined : regions.get(cityCode)
      return {
        province: regions.get(`${code.slice(0, 2)}0000`) ?? null,
        city: city === undefined || city === '市辖区' || city === '县' ? null : city,
      }
    },
    industryNameOf: (code: string) => industries.get(code) ?? null,
    /** Whether a source covers the company for this kind, as the starter set states coverage: all, listed or named. */
    isConnected: (kind: string, { is_demo, is_listed }: CompanyRow) =>
      is_demo === 1 ||
      feeds.some(
        ({ kind: of, covers }) =>
          of === kind &&
          (covers?.startsWith('all') === true || (covers?.startsWith('listed') === true && is_listed === 1)),
      ),
    /** Names of places without 省, 市 …, which are conditions and no brands. */
    places: new Set([...regions.values()].map((name) => name.slice(0, 2))),
    provinces: [...regions].flatMap(([code, name]) => (code.endsWith('0000') ? { code: code.slice(0, 2), name } : [])),
    sections: [...industries].flatMap(([code, name]) => (/^[A-Z]$/.test(code) ? { code, name } : [])),
  }
}
export type StoreRows = ReturnType<typeof openStoreRows>
