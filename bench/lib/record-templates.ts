import { type Party, partyTypes, type RecordFields } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { listingFacets, listingMarksOf } from '../../server/src/domain/records/person-listing.ts'
import type { RecordSubjectTable, RecordTable } from '../../server/src/platform/database/tables/record.ts'
import { type BuiltSubject, buildRecord } from '../../server/test/builders/records.ts'

type Share = {
  share: number
  kind: RecordKindKey
  fields: RecordFields
  subjects: readonly BuiltSubject[]
  person?: true
}

const company = { creditCode: '@CODE@', name: '@NAME@' }
const court = '演示市示例@R@区人民法院'
const caseNo = '（2024）演0101民初@N@号'
const sentence = '经审理查明，双方于演示日期签订演示合同，约定由演示甲公司向演示乙公司交付演示设备，货款分三期支付。'
/** With the hashes of `@H@`, which do not compress, longer than what PostgreSQL keeps in the row. */
const judgment = Array.from({ length: 40 }, (_, at) => `${at + 1}、${sentence}`).join('')
const parties: Party[] = [
  { name: '@NAME@', role: '被告', type: partyTypes.company, cid: 'c:@CODE@', statement: null },
  { name: '演示乙有限公司', role: '原告', type: partyTypes.company, cid: 'c:@OTHER@', statement: null },
]

const shares: readonly Share[] = [
  {
    share: 24,
    kind: 'changeRecord',
    subjects: [company],
    fields: {
      item: '经营范围变更',
      before: '演示设备的设计、制造与销售；演示软件的开发；货物进出口；技术进出口；普通货物道路运输。',
      after: '一般项目：演示设备的设计、制造与销售；演示软件的开发；信息系统集成服务；技术服务、技术咨询；货物进出口。',
      changeDate: '2024-05-06',
    },
  },
  {
    share: 14,
    kind: 'keyPerson',
    subjects: [company],
    fields: { name: '@PERSON@', positions: ['董事'], appointedDate: '2020-01-02' },
  },
  {
    share: 12,
    kind: 'shareholderInfo',
    subjects: [company],
    fields: {
      name: '@PERSON@',
      holderType: '自然人股东',
      percent: 12.5,
      subscribedDate: '2020-01-02',
      contributionForm: ['货币'],
    },
  },
  {
    share: 14,
    kind: 'contact',
    subjects: [company],
    fields: {
      value: '154@M@',
      type: '手机',
      category: '年报',
      sourceTitle: '2025 年度报告',
      year: 2025,
      sourceDate: '2026-03-28',
      state: '实号',
    },
  },
  {
    share: 8,
    kind: 'annualEmployees',
    subjects: [company],
    fields: { year: 2025, employees: 120, reportDate: '2026-03-28' },
  },
  {
    share: 9,
    kind: 'executedPerson',
    subjects: [company],
    fields: {
      name: '@NAME@',
      caseNo,
      court,
      execAmount: { value: 120_000, unit: '元' },
      filedDate: '2024-03-18',
      publishDate: '2024-05-06',
      certNo: '@CODE@',
    },
  },
  {
    share: 2,
    kind: 'dishonestExecutor',
    subjects: [company],
    fields: {
      name: '@NAME@',
      subjectType: '企业',
      caseNo,
      court,
      performance: '全部未履行',
      filedDate: '2024-03-18',
      publishDate: '2024-05-06',
    },
  },
  {
    share: 2,
    kind: 'dishonestExecutor',
    subjects: [],
    person: true,
    fields: {
      name: '@PERSON@',
      subjectType: '自然人',
      caseNo,
      court,
      performance: '全部未履行',
      publishDate: '2024-05-06',
      certNo: '990101********0012',
    },
  },
  {
    share: 5,
    kind: 'punishment',
    subjects: [company],
    fields: {
      docNo: '演示罚〔2024〕@N@号',
      reason: '演示事由',
      kinds: ['罚款'],
      result: `${sentence}处以罚款。`,
      office: '演示市示例@R@区市场监督管理局',
      decisionDate: '2024-05-06',
    },
  },
  {
    share: 7,
    kind: 'courtAnnouncement',
    subjects: [
      { ...company, identity: '被告' },
      { creditCode: '@OTHER@', identity: '原告' },
    ],
    fields: { caseNo, cause: '买卖合同纠纷', hearingAt: '2024-05-06 09:30', parties, court, courtroom: '第三法庭' },
  },
  {
    share: 3,
    kind: 'judicialDocument',
    subjects: [
      { ...company, identity: '被告' },
      { creditCode: '@OTHER@', identity: '原告' },
    ],
    fields: {
      caseName: '演示买卖合同纠纷一审民事判决书',
      cause: '买卖合同纠纷',
      caseNo,
      caseType: '民事',
      docType: '判决书',
      court,
      judgeDate: '2024-05-06',
      parties,
      sections: [{ title: '本院认为', text: `${judgment}@H@` }],
    },
  },
]

/** A kind of record with its share of all records; marks such as `@N@` stand for what differs between its records. */
export type Template = { share: number; kind: RecordKindKey; row: RecordTable; subjects: readonly RecordSubjectTable[] }

/** Dates are built with a year that rules accept; records differ in it. */
const withYears = <Row extends object>(row: Row): Row => JSON.parse(JSON.stringify(row).replaceAll('2024', '@Y@'))

/** The subjects that an import adds: the key of a person, and that of a number under the company that publishes it. */
function addedSubject({
  kind,
  person,
  fields,
}: Share): Pick<RecordSubjectTable, 'subject_key' | 'identity' | 'facets'> | null {
  if (kind === 'contact') return { subject_key: 't:154@M@', identity: 'c:@CODE@', facets: '' }
  if (person !== true) return null
  const certNo = typeof fields['certNo'] === 'string' ? fields['certNo'] : null
  return {
    subject_key: 'p:@PERSON@',
    identity: null,
    facets: listingFacets(listingMarksOf({ certNo, province: null })),
  }
}

export const templates: readonly Template[] = shares.map((share) => {
  const { kind, fields } = share
  const built = buildRecord({ kind, fields, subjects: share.subjects })
  const added = addedSubject(share)
  const [first] = buildRecord({ kind, fields, subjects: [company] }).subjects
  const subjects = [...built.subjects, ...(added === null || first === undefined ? [] : [{ ...first, ...added }])]
  const keys = JSON.stringify(subjects.map(({ subject_key: key, identity }) => [key, identity]))
  return {
    share: share.share,
    kind,
    row: withYears({ ...built.row, subjects: keys }),
    subjects: subjects.map(withYears),
  }
})
