import { caseIdentities, isLabourDispute, notKeptCase } from '../case-words.ts'
import { caseNumber, day, inList, line, parties, prose, textOf, word } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind, yearOf } from '../record-kind.ts'

const DECLARED_MISSING = '宣告失踪、死亡'

const noticeTypes = [
  '起诉状、上诉状副本',
  '开庭传票',
  '起诉状副本及开庭传票',
  '裁判文书',
  '公示催告',
  '破产文书',
  DECLARED_MISSING,
  '执行文书',
  '无主财产认领公告',
  '更正',
  '遗失声明',
  '司法鉴定书',
  '海事文书',
  '仲裁文书',
  '拍卖公告',
  '清算公告',
  '行政处罚通知书',
  '版权公告',
  '公益诉讼',
  '其他',
]

/** 法院公告, PRODUCT B5. */
export const courtNotice = defineKind({
  key: 'enterpriseCourtAnnouncement',
  heading: 'noticeType',
  identity: ['publishDate', 'announcer', 'noticeType', 'caseNo', 'parties'],
  subjects: [{ by: 'parties', field: 'parties' }],
  published: ['publishDate'],
  identities: caseIdentities,
  severity: () => '提示',
  notKept: (fields) => (textOf(fields, 'noticeType') === DECLARED_MISSING ? '只涉及个人的公告' : notKeptCase(fields)),
  isEvent: true,
  steps: { publishDate: '公告刊登' },
  facets: {
    year: { label: '刊登年份', of: yearOf('publishDate') },
    noticeType: { label: '公告类型', of: (fields) => textOf(fields, 'noticeType') },
    labour: { label: '劳动争议', of: (fields) => (isLabourDispute(fields) ? '劳动争议' : null) },
  },
  officialSite: officialSites.notices,
  fields: {
    noticeType: word('公告类型', noticeTypes, { ...inList, otherwise: '其他' }),
    caseNo: caseNumber('案号', inList),
    cause: line('案由', inList),
    announcer: line('公告人', inList),
    parties: parties('当事人', inList),
    publishDate: day('刊登日期', inList),
    page: line('刊登版面'),
    content: prose('公告内容'),
  },
})

/** Day on which a notice counts as served: 30 days after publication since 2022, 60 days before (民事诉讼法). Both YYYY-MM-DD. */
export function deemedServedOn(publishedOn: string): string {
  const days = publishedOn >= '2022-01-01' ? 30 : 60
  return new Date(Date.parse(`${publishedOn}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
