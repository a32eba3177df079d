import { contactValue, count, day, inList, line, lines, named, textOf, word } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind } from '../record-kind.ts'
import { contactCategories, contactStates, contactTypeOf, contactTypes } from './contact-type.ts'

/** An address with a road, house or room, which an area never has. */
const address = /[路街巷弄][^路街巷弄]*\d|\d+(?:号|室|栋|幢|单元|楼)/

/** 联系方式: one publication of a number, mailbox or web address. Equal ones are joined when they are read. */
export const contact = defineKind({
  key: 'contact',
  heading: 'value',
  withinCompany: 'byKey',
  identity: ['value', 'category', 'year', 'sourceTitle'],
  numberField: 'value',
  published: ['sourceDate'],
  severity: () => null,
  flaw: (fields) => {
    const type = textOf(fields, 'type')
    const value = textOf(fields, 'value')
    if (type !== null && value !== null && type !== contactTypeOf(value)) {
      return { field: 'type', reason: `这是${contactTypeOf(value)}，不是${type}` }
    }
    return address.test(textOf(fields, 'area') ?? '') ? { field: 'area', reason: '是地址，不是地区' } : null
  },
  officialSite: officialSites.register,
  fields: {
    value: contactValue('联系方式', inList),
    type: word('类型', contactTypes, inList),
    contactName: named('联系人', inList),
    positions: lines('职务', inList),
    category: word('来源类别', contactCategories, inList),
    sourceTitle: line('来源名称', inList),
    year: count('年度', inList),
    sourceDate: day('发布日期', inList),
    state: word('号码状态', contactStates, { ...inList, otherwise: '未知' }),
    area: line('归属地', inList),
    operator: line('运营商', inList),
  },
})
