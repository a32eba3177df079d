import { amount, certificate, day, inList, line, officer, percent, textOf, word, wordList } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind } from '../record-kind.ts'

const holderTypes = [
  '自然人股东',
  '企业法人',
  '合伙企业',
  '社团法人',
  '机关法人',
  '事业法人',
  '外商投资企业',
  '外国（地区）企业',
  '集体所有制',
  '其他投资者',
]

/** 股东信息, PRODUCT B12. */
export const shareholder = defineKind({
  key: 'shareholderInfo',
  heading: 'name',
  withinCompany: 'byKey',
  identity: ['name', 'basis', 'holdType'],
  linkedNames: { name: 'creditCode' },
  isHolding: true,
  published: ['basisDate', 'subscribedDate'],
  severity: () => null,
  order: { field: 'percent', direction: 'desc' },
  facets: { basis: { label: '口径', of: (fields) => textOf(fields, 'basis') ?? '工商登记' } },
  officialSite: officialSites.register,
  fields: {
    name: officer('股东名称', inList),
    holderType: word('股东类型', holderTypes, {
      ...inList,
      aliases: { 自然人: '自然人股东', 法人股东: '企业法人', '外国(地区)企业': '外国（地区）企业' },
      otherwise: '其他投资者',
    }),
    percent: percent('持股比例', inList),
    subscribedAmount: amount('认缴出资额', '万元', inList),
    subscribedDate: day('认缴出资日期', inList),
    paidAmount: amount('实缴出资额', '万元', inList),
    paidDate: day('实缴日期', inList),
    contributionForm: wordList('出资方式', ['货币', '实物', '知识产权', '土地使用权', '股权', '债权', '劳务', '其他'], {
      ...inList,
      otherwise: '其他',
    }),
    finalBenefitPercent: percent('最终受益股份', inList),
    tags: wordList('标签', ['大股东', '实际控制人（疑似）', '受益所有人（疑似）'], {
      ...inList,
      aliases: {
        实际控制人: '实际控制人（疑似）',
        '实际控制人(疑似)': '实际控制人（疑似）',
        受益所有人: '受益所有人（疑似）',
        '受益所有人(疑似)': '受益所有人（疑似）',
      },
    }),
    creditCode: certificate('统一社会信用代码', inList),
    firstHoldDate: day('首次持股日期', inList),
    basis: word('口径', ['工商登记', '最新公示'], inList),
    basisDate: day('口径日期', inList),
    holdType: line('持股类型', inList),
    /** Key that the source gives to a person; stored as a hash, never sent. */
    personKey: line('人员标识'),
  },
})
