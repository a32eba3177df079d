import { day, inList, line, textOf } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind, monthsAfter, yearOf } from '../record-kind.ts'

/** 严重违法失信, PRODUCT B10. */
export const seriousViolation = defineKind({
  key: 'seriousViolation',
  heading: 'type',
  withinCompany: 'byKey',
  identity: ['addDate', 'addReason'],
  published: ['addDate'],
  severity: () => '高',
  isOver: (fields) => textOf(fields, 'removeDate') !== null,
  // Shown for three years (市场监管总局令第44号).
  displayTerm: (_fields, publishedAt) => monthsAfter(publishedAt, 36),
  facets: {
    year: { label: '列入年份', of: yearOf('addDate') },
    office: { label: '决定机关', of: (fields) => textOf(fields, 'addOffice') },
  },
  officialSite: officialSites.register,
  fields: {
    type: line('类别', inList),
    addReason: line('列入原因', inList),
    addDate: day('列入日期', inList),
    addOffice: line('列入机关', inList),
    removeReason: line('移出原因', inList),
    removeDate: day('移出日期', inList),
    removeOffice: line('移出机关', inList),
  },
})
