import { caseIdentities, isLabourDispute, notKeptCase } from '../case-words.ts'
import { caseNumber, day, inList, line, moment, officer, parties, prose } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind, yearOf } from '../record-kind.ts'

/** 开庭公告, PRODUCT B4. */
export const courtHearing = defineKind({
  key: 'courtAnnouncement',
  heading: 'caseNo',
  identity: ['caseNo', 'hearingAt', 'court'],
  subjects: [{ by: 'parties', field: 'parties' }],
  published: ['publishDate', 'scheduledDate', 'hearingAt'],
  identities: caseIdentities,
  severity: () => '提示',
  notKept: notKeptCase,
  isEvent: true,
  steps: { scheduledDate: '开庭排期', hearingAt: '开庭' },
  facets: {
    year: { label: '开庭年份', of: yearOf('hearingAt') },
    labour: { label: '劳动争议', of: (fields) => (isLabourDispute(fields) ? '劳动争议' : null) },
  },
  officialSite: officialSites.hearings,
  fields: {
    caseNo: caseNumber('案号', inList),
    cause: line('案由', inList),
    hearingAt: moment('开庭时间', inList),
    parties: parties('当事人', inList),
    court: line('法院', inList),
    courtroom: line('法庭'),
    scheduledDate: day('开庭排期'),
    publishDate: day('发布日期'),
    department: line('承办部门'),
    presidingJudge: officer('审判长'),
    province: line('地区'),
    content: prose('公告内容'),
  },
})
