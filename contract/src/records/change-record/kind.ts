import { count, day, inList, line, prose, type RecordFields, textOf, word } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind, yearOf } from '../record-kind.ts'

/** Kinds of change by the words of registers; the first row that matches counts. */
const itemWords: readonly (readonly [kind: string, words: RegExp])[] = [
  ['高管', /高级管理人员|董事|监事|经理|主要人员/],
  ['股东', /投资人|股东|股权|出资/],
  ['法定代表人', /法定代表人|负责人|首席代表|执行事务合伙人|合伙事务执行人/],
  ['资本', /注册资本|实收资本|注册资金|资金数额/],
  ['地址', /地址|住所|经营场所|驻在地/],
  ['范围', /范围/],
  ['类型', /类型/],
  ['期限', /期限/],
  ['名称', /名称|字号|简称/],
]
const OTHER = '其他'
/** In the order of the filter. */
export const changeKinds = [
  '名称',
  '股东',
  '高管',
  '资本',
  '法定代表人',
  '地址',
  '范围',
  '类型',
  '期限',
  OTHER,
] as const

/** Kind of a change, in one word. */
export const changeKindOf = (fields: RecordFields): string =>
  textOf(fields, 'kind') ?? itemWords.find(([, words]) => words.test(textOf(fields, 'item') ?? ''))?.[0] ?? OTHER

/** 变更记录, PRODUCT B12. */
export const changeRecord = defineKind({
  key: 'changeRecord',
  heading: 'item',
  withinCompany: 'byKey',
  identity: ['item', 'changeDate', 'before', 'after', 'seq'],
  published: ['changeDate'],
  severity: () => null,
  notKept: (fields) => (/联络员/.test(textOf(fields, 'item') ?? '') ? '联络员备案只含个人联系方式' : null),
  facets: {
    kind: { label: '变更类型', of: changeKindOf },
    year: { label: '变更年份', of: yearOf('changeDate') },
  },
  officialSite: officialSites.register,
  fields: {
    item: line('变更事项', inList),
    kind: word('变更类型', changeKinds, inList),
    before: prose('变更前', inList),
    after: prose('变更后', inList),
    changeDate: day('变更日期', inList),
    seq: count('序号', inList),
  },
})
