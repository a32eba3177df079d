import { amount, count, inList, line } from '../fields.ts'
import { defineKind } from '../record-kind.ts'

/** 榜单: the entry of a company in a published list of companies. Neutral: absence from a list says nothing. */
export const listEntry = defineKind({
  key: 'listEntry',
  heading: 'listName',
  withinCompany: 'byKey',
  identity: ['listName', 'year'],
  published: [],
  severity: () => null,
  order: { field: 'year', direction: 'desc' },
  officialSite: { name: '中华全国工商业联合会', url: 'https://www.acfic.org.cn/' },
  fields: {
    listName: line('榜单', inList),
    publisher: line('发布机构', inList),
    year: count('榜单年份', inList),
    rank: count('名次', inList),
    revenue: amount('营业收入', '万元', inList),
    revenueYear: count('营业收入年度', inList),
  },
})
