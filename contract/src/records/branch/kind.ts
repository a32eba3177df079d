import { certificate, day, inList, line, officer } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind } from '../record-kind.ts'

/** 分支机构. */
export const branch = defineKind({
  key: 'branch',
  heading: 'name',
  withinCompany: 'byKey',
  identity: ['name'],
  linkedNames: { name: 'creditCode' },
  published: ['foundedDate'],
  severity: () => null,
  officialSite: officialSites.register,
  fields: {
    name: line('分支机构名称', inList),
    legalRep: officer('负责人', inList),
    status: line('登记状态', inList),
    foundedDate: day('成立日期', inList),
    region: line('地区', inList),
    creditCode: certificate('统一社会信用代码', inList),
  },
})
