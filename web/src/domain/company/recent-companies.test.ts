import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { describe, expect, it } from 'vitest'
import { buildBusinessInfo, buildCompanyDetail } from '../../../test/company-builders.ts'
import { createRecentCompanies, RECENT_COMPANY_LIMIT } from './recent-companies.ts'
import { summaryOfDetail } from './stored-companies.ts'

const save = (recent: ReturnType<typeof createRecentCompanies>, detail: CompanyDetail) =>
  recent.saveDetail(detail, summaryOfDetail(detail))
const ids = (recent: ReturnType<typeof createRecentCompanies>) => recent.listSummaries().map(({ id }) => id)

describe('recent companies', () => {
  it('keeps the last thirty, newest first', () => {
    const recent = createRecentCompanies()
    for (let at = 1; at <= RECENT_COMPANY_LIMIT + 2; at++) save(recent, buildCompanyDetail({ id: `c-${at}` }))
    expect(ids(recent)).toHaveLength(30)
    expect(ids(recent)[0]).toBe('c-32')
    expect(recent.find('c-2')).toBeNull()
    expect(recent.find('c-3')?.detail?.value.id).toBe('c-3')
  })

  it('moves a company that is viewed again to the front', () => {
    const recent = createRecentCompanies()
    for (const id of ['c-1', 'c-2', 'c-1']) save(recent, buildCompanyDetail({ id }))
    expect(ids(recent)).toEqual(['c-1', 'c-2'])
  })

  it('keeps both responses of a company, each with the time of its request', () => {
    const times = [1000, 2000]
    const recent = createRecentCompanies({ now: () => times.shift() ?? 0 })
    save(recent, buildCompanyDetail())
    recent.saveBusinessInfo(buildBusinessInfo())
    expect(recent.find('c-1')).toMatchObject({ detail: { savedAt: 1000 }, businessInfo: { savedAt: 2000 } })
  })

  it('does not list a company whose detail was never loaded', () => {
    const recent = createRecentCompanies()
    recent.saveBusinessInfo(buildBusinessInfo())
    expect(ids(recent)).toEqual([])
  })

  it('is empty after clear', () => {
    const recent = createRecentCompanies()
    save(recent, buildCompanyDetail())
    recent.clear()
    expect(recent.find('c-1')).toBeNull()
  })
})
