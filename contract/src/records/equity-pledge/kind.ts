import { amount, certificate, day, events, inList, line, named, textOf, word } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind, yearOf } from '../record-kind.ts'

/** 股权出质, PRODUCT B11. */
export const equityPledge = defineKind({
  key: 'equityPledge',
  heading: 'registerNo',
  identity: ['registerNo'],
  subjects: [
    { by: 'field', name: 'targetCompany', code: 'targetCertNo', identity: '标的企业' },
    { by: 'field', name: 'pledgor', code: 'pledgorCertNo', identity: '出质人' },
    { by: 'field', name: 'pledgee', code: 'pledgeeCertNo', identity: '质权人' },
  ],
  linkedNames: { pledgor: 'pledgorCertNo', targetCompany: 'targetCertNo', pledgee: 'pledgeeCertNo' },
  published: ['publishDate', 'registerDate'],
  identities: ['出质人', '质权人', '标的企业'],
  severity: () => '提示',
  isOver: (fields) => textOf(fields, 'status') === '无效',
  facets: { year: { label: '登记年份', of: yearOf('registerDate', 'publishDate') } },
  officialSite: officialSites.register,
  fields: {
    registerNo: line('登记编号', inList),
    status: word('状态', ['有效', '无效'], {
      ...inList,
      aliases: { 注销: '无效', 撤销: '无效', 已注销: '无效', 已撤销: '无效', 正常: '有效' },
      tones: { 无效: 'mute' },
    }),
    pledgor: named('出质人', inList),
    targetCompany: line('标的企业', inList),
    amount: amount('出质数额', '万元', inList),
    pledgee: named('质权人', inList),
    registerDate: day('登记日期', inList),
    publishDate: day('公示日期'),
    pledgorCertNo: certificate('出质人证照号'),
    targetCertNo: certificate('标的证照号'),
    pledgeeCertNo: certificate('质权人证照号'),
    changes: events('变化情况'),
    cancelDate: day('注销日期'),
    cancelReason: word('注销原因', ['主债权消灭', '质权实现', '质权人放弃质权', '法律规定的其他情形'], {
      otherwise: '法律规定的其他情形',
    }),
    revokeDate: day('撤销日期'),
    revokeReason: line('撤销原因'),
  },
})
