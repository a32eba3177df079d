import { type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import type { SeededRandom } from '../../server/test/builders/seeded-random.ts'

/** Rows of each kind in its canonical format, as long as sources have them. Fictional throughout. */

export type VolumeCompany = { name: string; creditCode: string }
export type RecordRow = Readonly<Record<string, unknown>>
export type RowDraw = { at: number; company: VolumeCompany; other: VolumeCompany; random: SeededRandom }

/** What part of all records each kind is, about as in real sources. */
const shares: Readonly<Record<RecordKindKey, number>> = {
  dishonestExecutor: 20,
  executedPerson: 90,
  consumptionRestriction: 30,
  courtAnnouncement: 150,
  enterpriseCourtAnnouncement: 40,
  judicialDocument: 230,
  businessRisk: 20,
  punishment: 45,
  taxViolation: 3,
  seriousViolation: 3,
  equityPledge: 9,
  shareholderInfo: 110,
  keyPerson: 90,
  branch: 20,
  overseasInvest: 20,
  changeRecord: 90,
  annualInsurance: 30,
}
export const volumeKinds = recordKindKeys.map((key) => ({ key, share: shares[key] }))

const two = (number: number) => String(number).padStart(2, '0')
const people = Array.from('甲乙丙丁戊己庚辛壬癸', (sign) => `演示${sign}`)
const causes = ['买卖合同纠纷', '劳动争议', '民间借贷纠纷', '租赁合同纠纷', '承揽合同纠纷', '金融借款合同纠纷']
const courts = ['演示市示例区人民法院', '演示市样板区人民法院', '演示市中级人民法院']
const office = '演示市示例区市场监督管理局'

/** A day of the last ten years; the later, the more. */
function dayOf({ next, below }: SeededRandom): string {
  const year = 2016 + Math.floor(11 * Math.sqrt(next()))
  const month = year === 2026 ? 1 + below(10) : 1 + below(12)
  return `${year}-${two(month)}-${two(1 + below(28))}`
}

/** So many years on; 28 days a month make every day one that is. */
const later = (day: string, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`

/** Seven of ten stand; the others are over, disputed or withdrawn. */
function stateOf({ below }: SeededRandom, day: string): RecordRow {
  const drawn = below(100)
  if (drawn < 70) return {}
  if (drawn < 97) return { recordStatus: '已移出', removedAt: later(day, 0), removedReason: '已履行完毕' }
  return { recordStatus: drawn < 99 ? '异议处理中' : '已撤销' }
}

const caseNo = (day: string, type: string, at: number) => `（${day.slice(0, 4)}）演0101${type}${at + 1}号`

function partiesOf({ company, other, random }: RowDraw) {
  const [mine, theirs] = random.below(3) === 0 ? ['原告', '被告'] : ['被告', '原告']
  const rival =
    random.below(2) === 0
      ? { role: theirs, name: other.name, type: 1, creditCode: other.creditCode }
      : { role: theirs, name: random.pick(people), type: 2 }
  return [{ role: mine, name: company.name, type: 1, creditCode: company.creditCode }, rival]
}

const about = ({ company }: RowDraw) => ({ companyName: company.name, companyCreditCode: company.creditCode })
const sentence =
  '本院经审理认为，当事人应当按照约定全面履行自己的义务，提出的主张有事实和法律依据的部分，本院予以支持。'

const rows: Readonly<Record<RecordKindKey, (draw: RowDraw, day: string) => RecordRow>> = {
  dishonestExecutor: ({ at, company, other, random }, day) => ({
    name: company.name,
    subjectType: '企业',
    certNo: company.creditCode,
    caseNo: caseNo(day, '执', at),
    court: random.pick(courts),
    performance: '全部未履行',
    amount: 1_000 * (1 + random.below(5_000)),
    filedDate: day,
    publishDate: day,
    legalRep: '演示甲',
    province: '演示东省',
    basisNo: caseNo(day, '民初', at),
    duty: `向申请人支付款项及逾期利息。${sentence}`,
    conduct: '有履行能力而拒不履行生效法律文书确定义务',
    applicant: other.name,
    ...stateOf(random, day),
  }),
  executedPerson: ({ at, company, random }, day) => ({
    name: company.name,
    certNo: company.creditCode,
    caseNo: caseNo(day, '执', at),
    court: random.pick(courts),
    execAmount: 1_000 * (1 + random.below(5_000)),
    filedDate: day,
    publishDate: day,
    caseState: '执行中',
    ...stateOf(random, day),
  }),
  consumptionRestriction: (draw, day) => ({
    companyName: draw.company.name,
    companyCreditCode: draw.company.creditCode,
    restrictedPerson: draw.random.pick(people),
    restrictedRole: '法定代表人',
    caseNo: caseNo(day, '执', draw.at),
    court: draw.random.pick(courts),
    filedDate: day,
    publishDate: day,
    kind: '限制消费',
    ...stateOf(draw.random, day),
  }),
  courtAnnouncement: (draw, day) => ({
    caseNo: caseNo(day, '民初', draw.at),
    cause: draw.random.pick(causes),
    hearingAt: `${day} 09:30`,
    parties: partiesOf(draw),
    court: draw.random.pick(courts),
    courtroom: '第三法庭',
    publishDate: day,
    content: sentence,
  }),
  enterpriseCourtAnnouncement: (draw, day) => ({
    noticeType: '起诉状副本及开庭传票',
    caseNo: caseNo(day, '民初', draw.at),
    cause: draw.random.pick(causes),
    announcer: draw.random.pick(courts),
    parties: partiesOf(draw),
    publishDate: day,
    content: `${sentence}自公告之日起经过30日即视为送达。`,
  }),
  judicialDocument: (draw, day) => ({
    caseName: `${draw.company.name}${draw.random.pick(causes)}一审民事判决书`,
    cause: draw.random.pick(causes),
    caseNo: caseNo(day, '民初', draw.at),
    amount: 1_000 * (1 + draw.random.below(5_000)),
    caseType: '民事',
    docType: draw.random.below(4) === 0 ? '裁定书' : '判决书',
    procedure: '一审',
    court: draw.random.pick(courts),
    judgeDate: day,
    publishDate: day,
    parties: partiesOf(draw),
    sections: [
      { title: '审理经过', text: sentence.repeat(2) },
      { title: '本院认为', text: sentence.repeat(3) },
      { title: '裁判结果', text: sentence },
    ],
    laws: ['《中华人民共和国民法典》第五百零九条'],
  }),
  businessRisk: (draw, day) => ({
    ...about(draw),
    addReason: '通过登记的住所或者经营场所无法联系',
    addDate: day,
    addOffice: office,
    ...(draw.random.below(2) === 0 && { removeReason: '可以重新取得联系', removeDate: day, removeOffice: office }),
  }),
  punishment: (draw, day) => ({
    ...about(draw),
    docNo: `演罚决字〔${day.slice(0, 4)}〕第${draw.at + 1}号`,
    reason: '广告违法',
    kinds: ['罚款'],
    result: '罚款。',
    fineAmount: 1 + draw.random.below(20),
    office,
    decisionDate: day,
    publishDate: day,
    facts: sentence,
  }),
  taxViolation: ({ company, at }, day) => ({
    taxpayerName: company.name,
    taxpayerNo: company.creditCode,
    caseNature: at % 2 === 0 ? '偷税' : '虚开增值税普通发票',
    taxOffice: '国家税务总局演示市税务局稽查局',
    publishDate: day,
    facts: sentence,
  }),
  seriousViolation: (draw, day) => ({
    ...about(draw),
    type: '严重违法失信企业名单',
    addReason: `提交虚假材料取得登记（${draw.at + 1}）`,
    addDate: day,
    addOffice: office,
  }),
  equityPledge: ({ at, company, other }, day) => ({
    registerNo: `演股质登记设字〔${day.slice(0, 4)}〕第${at + 1}号`,
    status: at % 3 === 0 ? '无效' : '有效',
    pledgor: other.name,
    pledgorCertNo: other.creditCode,
    targetCompany: company.name,
    targetCertNo: company.creditCode,
    amount: 300,
    pledgee: '演示乙',
    registerDate: day,
    publishDate: day,
  }),
  shareholderInfo: (draw, day) => ({
    ...about(draw),
    name: draw.random.below(3) === 0 ? draw.other.name : `${draw.random.pick(people)}（${draw.at + 1}）`,
    holderType: '自然人股东',
    percent: draw.random.below(1_001) / 10,
    subscribedAmount: 1 + draw.random.below(1_000),
    subscribedDate: day,
    basis: '工商登记',
  }),
  keyPerson: (draw, day) => ({
    ...about(draw),
    name: draw.random.pick(people),
    positions: ['董事'],
    appointedDate: day,
  }),
  branch: (draw, day) => ({
    ...about(draw),
    name: `${draw.company.name}第${draw.at + 1}分公司`,
    legalRep: '演示乙',
    status: '存续',
    foundedDate: day,
    region: '演示东省演示市',
  }),
  overseasInvest: (draw, day) => ({
    ...about(draw),
    name: draw.other.name,
    creditCode: draw.other.creditCode,
    status: '存续',
    percent: 1 + draw.random.below(100),
    investDate: day,
    territory: '境内',
  }),
  changeRecord: (draw, day) => ({
    ...about(draw),
    item: '注册资本变更（注册资金、资金数额等变更）',
    before: `${1 + draw.random.below(500)} 万元`,
    after: `${500 + draw.random.below(500)} 万元`,
    changeDate: day,
    seq: draw.at + 1,
  }),
  annualInsurance: (draw) => ({
    ...about(draw),
    year: 2015 + draw.random.below(11),
    insuredCount: draw.random.below(400),
  }),
}

export const rowOfKind = (key: RecordKindKey, draw: RowDraw): RecordRow => rows[key](draw, dayOf(draw.random))
