import { count, day, inList } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind } from '../record-kind.ts'

/** 员工人数 of each year from annual reports of listed companies, mostly of the whole group. It is not 参保人数. */
export const annualEmployees = defineKind({
  key: 'annualEmployees',
  heading: 'year',
  withinCompany: 'byKey',
  identity: ['year'],
  published: ['reportDate'],
  severity: () => null,
  order: { field: 'year', direction: 'desc' },
  officialSite: officialSites.disclosure,
  fields: {
    year: count('年度', inList),
    employees: count('员工人数', inList),
    reportDate: day('年报披露日期', inList),
  },
})
