import { yearOfCaseNumber } from '../case-words.ts'
import {
  amount,
  caseNumber,
  certificate,
  count,
  day,
  inList,
  line,
  named,
  officer,
  parties,
  prose,
  textOf,
  word,
} from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind, monthsAfter } from '../record-kind.ts'

const ABLE_BUT_UNWILLING = '有履行能力而拒不履行生效法律文书确定义务'

const conducts = [
  ABLE_BUT_UNWILLING,
  '以伪造证据、暴力、威胁等方法妨碍、抗拒执行',
  '以虚假诉讼、虚假仲裁或者以隐匿、转移财产等方法规避执行',
  '违反财产报告制度',
  '违反限制消费令',
  '无正当理由拒不履行执行和解协议',
]

/** 失信被执行人, PRODUCT B1. */
export const dishonestDebtor = defineKind({
  key: 'dishonestExecutor',
  heading: 'caseNo',
  identity: ['caseNo', 'name'],
  subjects: [{ by: 'field', name: 'name', code: 'certNo' }, { by: 'columns' }],
  searchedPerson: (fields) => (textOf(fields, 'subjectType') === '自然人' ? textOf(fields, 'name') : null),
  linkedNames: { applicant: null },
  published: ['publishDate', 'filedDate'],
  severity: () => '高',
  // Listings for other reasons end after two years unless a court prolongs them; unwillingness has no end of its own.
  displayTerm: (fields, publishedAt) => {
    const conduct = textOf(fields, 'conduct')
    return conduct === null || conduct === ABLE_BUT_UNWILLING ? null : monthsAfter(publishedAt, 24)
  },
  steps: { filedDate: '执行立案' },
  facets: {
    year: { label: '立案年份', of: yearOfCaseNumber },
    court: { label: '法院', of: (f) => textOf(f, 'court') },
  },
  officialSite: officialSites.execution,
  fields: {
    name: named('被执行人', inList),
    subjectType: word('主体类型', ['企业', '自然人'], {
      ...inList,
      aliases: { 法人: '企业', 其他组织: '企业', 组织: '企业', 个人: '自然人', 0: '自然人', 1: '企业' },
    }),
    caseNo: caseNumber('案号', inList),
    court: line('执行法院', inList),
    performance: word('履行情况', ['全部未履行', '部分未履行', '全部已履行'], {
      ...inList,
      aliases: { 全部履行: '全部已履行', 部分履行: '部分未履行', 已履行: '全部已履行', 未履行: '全部未履行' },
      tones: { 全部未履行: 'red', 部分未履行: 'amber', 全部已履行: 'green' },
    }),
    amount: amount('涉案金额', '元', inList),
    filedDate: day('立案日期', inList),
    publishDate: day('发布日期', inList),
    legalRep: officer('法定代表人'),
    certNo: certificate('证件号码'),
    sex: word('性别', ['男', '女'], { aliases: { 男性: '男', 女性: '女' } }),
    age: count('年龄'),
    province: line('省份'),
    basisNo: caseNumber('执行依据'),
    basisOrg: line('作出单位'),
    duty: prose('应尽义务'),
    conduct: word('失信情形', conducts, {
      aliases: { [`其他${ABLE_BUT_UNWILLING}`]: ABLE_BUT_UNWILLING, [`${ABLE_BUT_UNWILLING}的`]: ABLE_BUT_UNWILLING },
    }),
    performedPart: line('已履行部分'),
    unperformedPart: line('未履行部分'),
    coExecuted: parties('共同被执行人', { isOneRole: true }),
    applicant: named('疑似申请人'),
  },
})
