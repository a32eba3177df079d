import { certificate, day, inList, line, named, officer, prose, textOf, word } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind, monthsAfter, yearOf } from '../record-kind.ts'

const natures = [
  '偷税',
  '逃避追缴欠税',
  '骗取国家出口退税',
  '抗税',
  '虚开增值税专用发票或者虚开用于骗取出口退税、抵扣税款的其他发票',
  '虚开增值税普通发票',
  '私自印制、伪造、变造发票，非法制造发票防伪专用品，伪造发票监制章',
  '走逃（失联）',
  '为他人非法提供银行账户、发票、证明等便利',
  '税务代理人违法造成未缴、少缴税款',
  '其他',
]

/** 税收违法, PRODUCT B9. */
export const taxViolation = defineKind({
  key: 'taxViolation',
  heading: 'caseNature',
  identity: ['taxpayerName', 'publishDate', 'caseNature'],
  subjects: [{ by: 'field', name: 'taxpayerName', code: 'taxpayerNo' }, { by: 'columns' }],
  published: ['publishDate'],
  severity: () => '高',
  // Shown for three years from publication, unless paid and removed earlier (国家税务总局令第54号).
  displayTerm: (_fields, publishedAt) => monthsAfter(publishedAt, 36),
  facets: {
    year: { label: '发布年份', of: yearOf('publishDate') },
    caseNature: { label: '案件性质', of: (fields) => textOf(fields, 'caseNature') },
  },
  officialSite: officialSites.tax,
  fields: {
    taxpayerName: named('纳税人名称', inList),
    caseNature: word('案件性质', natures, {
      ...inList,
      aliases: {
        '偷税（逃税）': '偷税',
        逃税: '偷税',
        虚开增值税专用发票: '虚开增值税专用发票或者虚开用于骗取出口退税、抵扣税款的其他发票',
        '走逃(失联)': '走逃（失联）',
        走逃: '走逃（失联）',
      },
      otherwise: '其他',
    }),
    taxOffice: line('税务机关', inList),
    publishDate: day('发布日期', inList),
    taxpayerNo: certificate('纳税人识别号'),
    orgCode: certificate('组织机构代码'),
    address: line('注册地址'),
    facts: prose('违法事实'),
    penalty: prose('处理处罚情况'),
    legalRep: officer('法定代表人'),
    financeHead: officer('财务负责人'),
    agencies: line('中介机构'),
  },
})
