import { describe, expect, it } from 'vitest'
import { buildBusinessInfo, buildCompanyDetail } from '../../test/company-builders.ts'
import { createRecentCompanies, RECENT_COMPANY_LIMIT } from './recent-companies.ts'

const ids = (recent: ReturnType<typeof createRecentCompanies>, viewer: string | null = 'u-1') =>
  recent.list(viewer).map((company) => company.id)

describe('recent companies', () => {
  it('keeps the last thirty, newest first', () => {
    const recent = createRecentCompanies()
    for (let at = 1; at <= RECENT_COMPANY_LIMIT + 2; at++)
      recent.rememberDetail(buildCompanyDetail({ id: `c-${at}` }), 'u-1')
    expect(ids(recent)).toHaveLength(30)
    expect(ids(recent)[0]).toBe('c-32')
    expect(recent.recall('c-2')).toBeNull()
    expect(recent.recall('c-3')?.detail?.value.id).toBe('c-3')
  })

  it('moves a company read again to the front', () => {
    const recent = createRecentCompanies()
    for (const id of ['c-1', 'c-2', 'c-1']) recent.rememberDetail(buildCompanyDetail({ id }), 'u-1')
    expect(ids(recent)).toEqual(['c-1', 'c-2'])
  })

  it('keeps both answers of one company, each with the moment it was read', () => {
    const times = [1000, 2000]
    const recent = createRecentCompanies({ now: () => times.shift() ?? 0 })
    recent.rememberDetail(buildCompanyDetail(), null)
    recent.rememberBusinessInfo(buildBusinessInfo(), null)
    expect(recent.recall('c-1')).toMatchObject({ detail: { savedAt: 1000 }, businessInfo: { savedAt: 2000 } })
  })

  it('lists to a viewer only what that viewer read, and recalls to anyone by id', () => {
    const recent = createRecentCompanies()
    recent.rememberDetail(buildCompanyDetail({ id: 'c-1' }), 'u-1')
    recent.rememberDetail(buildCompanyDetail({ id: 'c-2' }), null)
    expect(ids(recent, 'u-1')).toEqual(['c-1'])
    expect(ids(recent, null)).toEqual(['c-2'])
    expect(ids(recent, 'u-2')).toEqual([])
    expect(recent.recall('c-1')).not.toBeNull()
  })
})
