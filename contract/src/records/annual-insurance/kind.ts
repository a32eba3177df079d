import { count, inList } from '../fields.ts'
import { defineKind, officialSites } from '../record-kind.ts'

/** 参保人数 of each year, as annual reports tell it. Not published is not 0. */
export const annualInsurance = defineKind({
  key: 'annualInsurance',
  group: 'overview',
  title: '参保人数',
  heading: 'year',
  withinCompany: 'byKey',
  identity: ['year'],
  subjects: [{ by: 'columns' }],
  published: [],
  hasDetail: false,
  severity: () => null,
  order: { field: 'year', direction: 'desc' },
  officialSite: officialSites.register,
  about: '人数来自企业自行公示的年报；总公司可能在其他地方为员工参保。',
  fields: {
    year: count('年度', inList),
    insuredCount: count('参保人数', inList),
  },
})
