import { day, inList, line, lines, officer } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind } from '../record-kind.ts'

/** 主要人员: directors, supervisors, managers. */
export const keyPerson = defineKind({
  key: 'keyPerson',
  heading: 'name',
  withinCompany: 'byKey',
  identity: ['name'],
  published: ['appointedDate'],
  severity: () => null,
  officialSite: officialSites.register,
  fields: {
    name: officer('姓名', inList),
    positions: lines('职务', inList),
    appointedDate: day('任职日期', inList),
    /** Key that the source gives to a person; stored as a hash, never sent. */
    personKey: line('人员标识'),
  },
})
