import { type Party, partyTypes, type RecordFields } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { listingFacets, listingMarksOf } from '../../server/src/domain/records/person-name.ts'
import type { RecordSubjectTable, RecordTable } from '../../server/src/platform/database/tables/record.ts'
import { type BuiltSubject, buildRecord } from '../../server/test/builders/records.ts'

const company = { creditCode: '@CODE@', name: '@NAME@' }
const court = '演示市示例@R@区人民法院'
const caseNo = '（2024）演0101民初@N@号'
const sentence = '经审理查明，双方于演示日期签订演示合同，约定由演示甲公司向演示乙公司交付演示设备，货款分三期支付。'
const scopes = [
  '演示设备的设计、制造与销售；演示软件的开发；货物进出口；技术进出口；普通货物道路运输。',
  '一般项目：演示设备的设计、制造与销售；演示软件的开发；信息系统集成服务；技术服务、技术咨询；货物进出口。',
] as const
const holding = { name: '@PERSON@', holderType: '自然人股东', percent: 12.5 }
const annualReport = { category: '年报', sourceTitle: '2025 年度报告', year: 2025, sourceDate: '2026-03-28' }
const execution = { name: '@NAME@', caseNo, court, execAmount: { value: 120_000, unit: '元' } }
const office = '演示市示例@R@区市场监督管理局'
const punishment = { docNo: '演示罚〔2024〕@N@号', reason: '演示事由', kinds: ['罚款'], office }
const parties: Party[] = [
  { name: '@NAME@', role: '被告', type: partyTypes.company, cid: 'c:@CODE@', statement: null },
  { name: '演示乙有限公司', role: '原告', type: partyTypes.company, cid: 'c:@OTHER@', statement: null },
]

const suit = { caseNo, cause: '买卖合同纠纷', court, parties }
/** With the hashes of `@H@`, which do not compress, longer than what PostgreSQL keeps in the row. */
const reasons = Array.from({ length: 40 }, (_, at) => `${at + 1}、${sentence}`).join('')
const judgment = {
  caseName: '演示买卖合同纠纷一审民事判决书',
  caseType: '民事',
  docType: '判决书',
  sections: [{ title: '本院认为', text: `${reasons}@H@` }],
}
const sued = [
  { ...company, identity: '被告' },
  { creditCode: '@OTHER@', identity: '原告' },
]
const listing = { caseNo, court, performance: '全部未履行', publishDate: '2024-05-06' }

/** Share of all records, kind, fields; subjects, if not one company; `true` for records that name a person. */
const shares: [number, RecordKindKey, RecordFields, (readonly BuiltSubject[])?, true?][] = [
  [24, 'changeRecord', { item: '经营范围变更', before: scopes[0], after: scopes[1], changeDate: '2024-05-06' }],
  [14, 'keyPerson', { name: '@PERSON@', positions: ['董事'], appointedDate: '2020-01-02' }],
  [12, 'shareholderInfo', { ...holding, subscribedDate: '2020-01-02', contributionForm: ['货币'] }],
  [14, 'contact', { ...annualReport, value: '154@M@', type: '手机', state: '实号' }],
  [8, 'annualEmployees', { year: 2025, employees: 120, reportDate: '2026-03-28' }],
  [9, 'executedPerson', { ...execution, filedDate: '2024-03-18', publishDate: '2024-05-06', certNo: '@CODE@' }],
  [2, 'dishonestExecutor', { ...listing, name: '@NAME@', subjectType: '企业', filedDate: '2024-03-18' }],
  [
    2,
    'dishonestExecutor',
    { ...listing, name: '@PERSON@', subjectType: '自然人', certNo: '990101********0012' },
    [],
    true,
  ],
  [5, 'punishment', { ...punishment, result: `${sentence}处以罚款。`, decisionDate: '2024-05-06' }],
  [7, 'courtAnnouncement', { ...suit, hearingAt: '2024-05-06 09:30', courtroom: '第三法庭' }, sued],
  [3, 'judicialDocument', { ...suit, ...judgment, judgeDate: '2024-05-06' }, sued],
]

/** A kind of record with its share of all records; marks such as `@N@` stand for what differs between its records. */
export type Template = { share: number; kind: RecordKindKey; row: RecordTable; subjects: readonly RecordSubjectTable[] }

/** Dates are built with a year that rules accept; records differ in it. */
const withYears = <Row extends object>(row: Row): Row => JSON.parse(JSON.stringify(row).replaceAll('2024', '@Y@'))

/** The subject that an import adds: the key of a person, or that of a number under the company that publishes it. */
function addedSubject(
  kind: RecordKindKey,
  fields: RecordFields,
  isPerson: boolean,
): Partial<RecordSubjectTable> | null {
  if (kind === 'contact') return { subject_key: 't:154@M@', identity: 'c:@CODE@', facets: '' }
  if (!isPerson) return null
  const certNo = typeof fields['certNo'] === 'string' ? fields['certNo'] : null
  return {
    subject_key: 'p:@PERSON@',
    identity: null,
    facets: listingFacets(listingMarksOf({ certNo, province: null })),
  }
}

export const templates = shares.map(([share, kind, fields, subjects = [company], isPerson = false]): Template => {
  const built = buildRecord({ kind, fields, subjects })
  const added = addedSubject(kind, fields, isPerson)
  const [first] = buildRecord({ kind, fields, subjects: [company] }).subjects
  const all = [...built.subjects, ...(added === null || first === undefined ? [] : [{ ...first, ...added }])]
  const keys = JSON.stringify(all.map(({ subject_key: key, identity }) => [key, identity]))
  return { share, kind, row: withYears({ ...built.row, subjects: keys }), subjects: all.map(withYears) }
})
