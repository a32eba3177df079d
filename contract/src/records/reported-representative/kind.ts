import { count, day, inList, officer } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind } from '../record-kind.ts'

/**
 * 历年法定代表人（年报）: who the annual report of a year names. Two different years give no day of a change, so they are no
 * change record.
 */
export const reportedRepresentative = defineKind({
  key: 'reportedRepresentative',
  heading: 'name',
  withinCompany: 'byKey',
  identity: ['year'],
  published: ['reportDate'],
  severity: () => null,
  order: { field: 'year', direction: 'desc' },
  officialSite: officialSites.disclosure,
  fields: {
    year: count('年度', inList),
    name: officer('法定代表人', inList),
    reportDate: day('年报披露日期', inList),
  },
})
