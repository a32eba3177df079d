import { caseIdentities, caseTypes, isLabourDispute, notKeptCase } from '../case-words.ts'
import {
  amount,
  caseNumber,
  day,
  inList,
  line,
  lines,
  parties,
  passages,
  type RecordFields,
  textOf,
  word,
} from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind, yearOf } from '../record-kind.ts'

const procedures = [
  '一审',
  '二审',
  '再审（审判监督）',
  '死刑复核',
  '简易程序',
  '小额诉讼',
  '特别程序',
  '督促',
  '公示催告',
  '首次执行',
  '恢复执行',
  '执行异议',
  '执行复议',
  '财产保全',
]

/** 一审判决, 二审裁定, 执行裁定: the stage and the document in one label. */
function rulingStep(fields: RecordFields): string {
  const procedure = /^(一审|二审|再审)/.exec(textOf(fields, 'procedure') ?? '')?.[0] ?? ''
  const docType = textOf(fields, 'docType') ?? '判决书'
  return procedure + (docType.endsWith('书') ? docType.slice(0, -1) : '裁判')
}

/** 裁判文书, PRODUCT B6. */
export const judgmentDocument = defineKind({
  key: 'judicialDocument',
  heading: 'caseName',
  identity: ['caseNo', 'docType', 'judgeDate'],
  subjects: [{ by: 'parties', field: 'parties' }],
  published: ['publishDate', 'judgeDate'],
  identities: caseIdentities,
  partyOutcome: { field: 'outcome', words: ['胜诉', '败诉', '部分胜诉'] },
  // Only a judgment against the company is a risk; a plaintiff has none.
  severity: (fields, identity) =>
    identity === '被告' && (textOf(fields, 'docType') ?? '判决书') === '判决书' ? '中' : '提示',
  notKept: notKeptCase,
  isEvent: true,
  steps: { judgeDate: rulingStep },
  facets: {
    year: { label: '裁判年份', of: yearOf('judgeDate', 'publishDate') },
    caseType: { label: '案件类型', of: (fields) => textOf(fields, 'caseType') },
    labour: { label: '劳动争议', of: (fields) => (isLabourDispute(fields) ? '劳动争议' : null) },
  },
  officialSite: officialSites.judgments,
  fields: {
    caseName: line('案件名称', inList),
    cause: line('案由', inList),
    caseNo: caseNumber('案号'),
    outcome: word('裁判结果', ['胜诉', '败诉', '部分胜诉', '撤诉', '调解', '驳回'], inList),
    amount: amount('案件金额', '元', inList),
    caseType: word('案件类型', caseTypes, { otherwise: '其他' }),
    docType: word('文书类型', ['判决书', '裁定书', '调解书', '决定书', '通知书', '令', '其他'], {
      aliases: { 支付令: '令', 民事判决书: '判决书', 民事裁定书: '裁定书', 民事调解书: '调解书' },
      otherwise: '其他',
    }),
    procedure: word('审理程序', procedures, {
      aliases: { 民事一审: '一审', 民事二审: '二审', 再审: '再审（审判监督）', 行政一审: '一审', 刑事一审: '一审' },
    }),
    court: line('法院'),
    judgeDate: day('裁判日期', inList),
    publishDate: day('发布日期'),
    parties: parties('当事人', inList),
    sections: passages('正文'),
    laws: lines('相关法条'),
  },
})
