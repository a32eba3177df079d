import { count, inList } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind } from '../record-kind.ts'

/** 参保人数 of each year from annual reports. A year that was not published is not 0. */
export const annualInsurance = defineKind({
  key: 'annualInsurance',
  heading: 'year',
  withinCompany: 'byKey',
  identity: ['year'],
  published: [],
  severity: () => null,
  order: { field: 'year', direction: 'desc' },
  officialSite: officialSites.register,
  fields: {
    year: count('年度', inList),
    insuredCount: count('参保人数', inList),
  },
})
