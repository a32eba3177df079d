import { kindTable, type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { uncollectedWords, unsearchable } from '../question/words/uncollected-words.ts'
import { staffKinds } from './asked.ts'
import { dataSites, EDUCATION } from './data-sites.ts'
import { howToSentences } from './how-to-sentences.ts'

/** Sentences that state nothing about a company and so need no citation, by their purpose. */
export const fixedText = {
  limitsOfRecords: '以上为公示信息，不构成信用评价或投资、合作、求职建议。',
  notComparable: '无法对比：须为两家以上企业，且演示企业不与真实企业对比。',
  notCounted: '统计用时过长，未得出数量，请缩小范围。',
  notGrouped: '分组统计用时过长，未得出各组数量，请缩小范围。',
  tooManyRecords: '记录过多，未按所问条件统计，请在企业页查看。',
  indexUnavailable: '搜索索引正在准备，暂时无法统计，请稍后重试。',
  ownership: '未收录实际控制人。按公示持股，主要股东如下（查看穿透图 ›）。',
  noController: '未收录实际控制人。',
  unknownTerm: '该名词未收录解释。',
  unknownQuestion: '暂时无法回答该问题，可尝试以下提问。',
  companyMissing: '未查询到所问企业，请核对名称或统一社会信用代码。',
  demonstration: '演示数据：所列演示企业及其记录均非真实。',
  neitherFound: '未查询到所问企业，暂时无法回答该问题，可尝试以下提问。',
  companyNeeded: '请说明要查询的企业名称。',
  companyHelps: '查询该企业的公示记录，请说明企业名称。',
  withoutIndustry: '未收录国标行业的企业未计入。',
  withoutCapital: '缺少注册资本的企业未参与排序。',
  withoutFoundedOn: '缺少成立日期的企业未参与排序。',
  withoutCoverage: '未接入该类数据的企业未计入。',
  withoutOwnership: '企业类型未载明国有的企业未计入。',
  withoutPlaces: '名单未载明所在地，未按地区筛选。',
  newestOnly: '未收录所问时间的数据，以下为最近所载。',
  noPersonRecords: '未收录个人的司法与处罚记录。',
  ownRecords: '以下仅为企业自身的记录，不含其股东、高管与子公司的记录。',
  withdrawn: '已撤销的记录不予展示。',
  namesakes: '同名不一定是同一人。',
  noOfficer: '收录的企业中未查询到该姓名的任职。',
  withoutDistrict: '地区只收录到省、市的企业未计入。',
} as const

/** 人民法院判的案子在网上能看到不: where the public looks a kind up, for a question that names no company. */
export const companyNeededFor = (kind: RecordKindKey): string =>
  `${kindTable[kind].title}可到${recordKinds[kind].officialSite.name}查询。${fixedText.companyNeeded}`

const cannotBeCounted: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.values(unsearchable).map((name) => [
      name,
      `暂不支持按${name}，可按地区、行业、登记状态、成立日期和注册资本统计。`,
    ]),
  ),
  [unsearchable.region]: '所问地区有多处同名，请写明所属省市。',
}

/** What no source of the database has, as the answer states it. */
export const notCollected = (name: string): string => cannotBeCounted[name] ?? `未收录${name}。`
/** The same with where a company can be looked up: 未收录专利，可到国家知识产权局查询。 */
export const notCollectedOfCompany = (name: string): string => {
  const site = dataSites[name]
  return site === undefined ? notCollected(name) : `未收录${name}，可到${site}。`
}

/** A kind of staff that no source counts; the number of all staff does not stand in for it. */
export const staffNotCollected = (kind: string): string => `未收录${kind}人数，可到${dataSites[EDUCATION] ?? ''}。`
/** 未收录学历构成（博士人数）。 */
export const staffOfGroup = (group: string, kind: string): string =>
  `未收录${group}（${kind}人数），可到${dataSites[EDUCATION] ?? ''}。`

/** A company of the question that is not found beside one that is: 未查询到“乙山”，请核对名称或统一社会信用代码。 */
export const namesMissing = (names: readonly string[]): string =>
  fixedText.companyMissing.replace('所问企业', names.map((name) => `“${name}”`).join(''))
/** Such a sentence states nothing of any company, only what the question names. */
export const isNamesMissing = (text: string): boolean =>
  text.includes('“') && namesMissing(Array.from(text.matchAll(/“([^”]+)”/gu), ([, name = '']) => name)) === text

export const fixedSentences: readonly string[] = [
  ...Object.values(fixedText),
  ...recordKindKeys.map(companyNeededFor),
  ...Object.values(howToSentences),
  ...[...Object.keys(uncollectedWords), ...Object.values(unsearchable)].map(notCollected),
  ...Object.keys(dataSites).map(notCollectedOfCompany),
  ...staffKinds.flatMap((kind) => [staffNotCollected(kind), staffOfGroup('学历构成', kind)]),
]
