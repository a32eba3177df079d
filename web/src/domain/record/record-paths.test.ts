import { detailKindKeys, listedKindKeys } from '@baiqicha/contract/records/kind-table'
import { expect, it } from 'vitest'
import { findPage } from '../../platform/navigation/pages.ts'
import { correctionPath, recordDetailPath, recordListPath } from './record-paths.ts'

const pageOf = (path: string) => findPage(path.split('?')[0] ?? '')

/** Kinds that the company page shows itself. */
const withoutPage = ['keyPerson', 'branch', 'annualInsurance', 'annualEmployees', 'listEntry', 'reportedRepresentative']

it('every kind has a page that the specification lists', () => {
  for (const key of listedKindKeys.filter((kind) => !withoutPage.includes(kind))) {
    expect.soft({ key, found: pageOf(recordListPath(key, 'c-1')) !== undefined }).toEqual({ key, found: true })
  }
  for (const key of detailKindKeys) {
    expect.soft({ key, found: pageOf(recordDetailPath(key, 'r-1', 'c-1')) !== undefined }).toEqual({ key, found: true })
  }
})

it('the link names the company parameter that the page reads', () => {
  expect(recordListPath('punishment', 'c-1', { year: '2026' })).toBe(
    '/businessRisk/punishmentList?companyId=c-1&year=2026',
  )
  expect(recordListPath('shareholderInfo', 'c-1')).toBe('/overview/shareholderInfo?id=c-1')
  expect(correctionPath({ companyId: 'c-1', recordKind: 'punishment' })).toBe(
    '/user/feedback?companyId=c-1&recordKind=punishment',
  )
})
