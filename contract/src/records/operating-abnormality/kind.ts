import { day, inList, line, textOf } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind, yearOf } from '../record-kind.ts'

/** 经营异常, PRODUCT B7. */
export const operatingAbnormality = defineKind({
  key: 'businessRisk',
  heading: 'addReason',
  withinCompany: 'byKey',
  identity: ['addDate', 'addReason'],
  published: ['addDate'],
  severity: () => '中',
  isOver: (fields) => textOf(fields, 'removeDate') !== null,
  facets: {
    year: { label: '列入年份', of: yearOf('addDate') },
    office: { label: '决定机关', of: (fields) => textOf(fields, 'addOffice') },
  },
  officialSite: officialSites.register,
  fields: {
    addReason: line('列入原因', inList),
    addDate: day('列入日期', inList),
    addOffice: line('列入机关', inList),
    removeReason: line('移出原因', inList),
    removeDate: day('移出日期', inList),
    removeOffice: line('移出机关', inList),
  },
})
