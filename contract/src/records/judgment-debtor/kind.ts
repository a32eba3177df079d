import { yearOfCaseNumber } from '../case-words.ts'
import { amount, caseNumber, certificate, day, inList, line, named, textOf, word } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind } from '../record-kind.ts'

/** 被执行人, PRODUCT B2. */
export const judgmentDebtor = defineKind({
  key: 'executedPerson',
  heading: 'caseNo',
  identity: ['caseNo', 'name'],
  subjects: [{ by: 'field', name: 'name', code: 'certNo' }, { by: 'columns' }],
  linkedNames: { applicant: null },
  published: ['publishDate', 'filedDate'],
  severity: () => '中',
  isOver: (fields) => textOf(fields, 'caseState') === '已结案',
  steps: { filedDate: '执行立案' },
  facets: {
    year: { label: '立案年份', of: yearOfCaseNumber },
    court: { label: '法院', of: (f) => textOf(f, 'court') },
  },
  officialSite: officialSites.execution,
  fields: {
    name: named('被执行人', inList),
    caseNo: caseNumber('案号', inList),
    court: line('执行法院', inList),
    execAmount: amount('执行标的', '元', inList),
    filedDate: day('立案日期', inList),
    publishDate: day('发布日期'),
    certNo: certificate('证件号码'),
    applicant: named('疑似申请人'),
    caseState: word('案件状态', ['执行中', '已结案', '终结本次执行'], {
      aliases: { 结案: '已结案', 终本: '终结本次执行', 终结本次执行程序: '终结本次执行' },
    }),
  },
})
