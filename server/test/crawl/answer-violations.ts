import { type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { hasEnded } from '../../src/domain/company/company-status.ts'

/** Something that an answer may not contain: where it is, and what. */
export type Violation = { path: string; rule: string; value: unknown }

type Fields = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRiskKind = (key: unknown): key is RecordKindKey =>
  recordKindKeys.some((known) => known === key && recordKinds[known].group !== 'overview')

const isPositive = (value: unknown): boolean =>
  (typeof value === 'number' && value > 0) || (isObject(value) && Object.values(value).some(isPositive))

const negativeFlags = ['isDishonestDebtor', 'isJudgmentDebtor', 'isConsumptionRestricted'] as const
/** Labels of a list row on the wire: 失信被执行人, 被执行人, 限制高消费. */
const negativeLabels = ['dscn', 'excn', 'rtcn'] as const
const riskNumbers = ['risk', 'riskCounts', 'labourDisputes'] as const

/** Negative facts about a real company that one object of an answer states. `isRiskList`: it answers a list of a risk kind. */
function* negativeFacts(object: Fields, isRiskList: boolean): Generator<[name: string, rule: string]> {
  if (isRiskKind(object['recordKind'])) yield ['recordKind', '真实企业的风险记录']
  if ('severity' in object && object['severity'] !== null) yield ['severity', '真实企业的风险程度']
  if (object['maxSeverity'] !== undefined && object['maxSeverity'] !== null) yield ['maxSeverity', '真实企业的风险程度']
  for (const name of negativeFlags) if (object[name] === true) yield [name, '真实企业的负面标签']
  for (const name of negativeLabels) {
    const label = object[name]
    if (label !== undefined && label !== null && label !== '' && label !== '-') yield [name, '真实企业的负面标签']
  }
  for (const name of riskNumbers) if (isPositive(object[name])) yield [name, '真实企业的风险数量']
  if ((isRiskList || isRiskKind(object['key'])) && isPositive(object['counts'])) yield ['counts', '真实企业的风险数量']
  for (const name of ['status', 'stus']) {
    const status = object[name]
    if (typeof status === 'string' && hasEnded(status)) yield [name, '真实企业已终止的状态']
  }
}

const birth = /出生|(?<![产发卫])生于\s?\d|\d\s?日生(?!产)/
const mobile = /(?<![\dA-Za-z])1[3-9]\d{9}(?![\dA-Za-z])/
const identityNumber =
  /(?<![\dA-Za-z])\d{6}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![\dA-Za-z])/g
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Check digit of GB 11643. Written here again, because the importer's own may be what fails. */
function hasCheckDigit(number: string): boolean {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(number[at]), 0)
  return '10X98765432'[sum % 11] === number.at(-1)?.toUpperCase()
}

function* personalData(name: string, value: unknown): Generator<string> {
  if (/birth/i.test(name) && value !== null) yield '出生日期'
  if (typeof value !== 'string' && typeof value !== 'number') return
  const text = String(value)
  if (birth.test(text)) yield '出生日期'
  if (mobile.test(text)) yield '未遮蔽的手机号'
  if ([...text.matchAll(identityNumber)].some(([number]) => hasCheckDigit(number))) yield '身份证号'
}

/** What an object says of itself: `demo` on the wire of a list row, `isDemo` elsewhere. */
const statedDemo = (object: Fields) => [object['isDemo'], object['demo']].find((stated) => typeof stated === 'boolean')
const nameOf = (object: Fields) => [object['nct'], object['name']].find((name) => typeof name === 'string')

/** How an answer was requested. */
export type Crawled = {
  /** Whether the answer is about a demonstration company; an object that says 演示数据 of itself prevails. */
  isDemo: boolean
  /** Kind of the records that the route lists, if any. */
  listed?: RecordKindKey
}

/**
 * Everything in the data of an answer that no answer may contain: personal data; a negative fact about a real company;
 * and a company whose mark 演示数据 does not fit its name.
 */
export function violationsIn(data: unknown, { isDemo, listed }: Crawled): Violation[] {
  const found: Violation[] = []
  const visit = (value: unknown, path: string, name: string, isFictional: boolean) => {
    for (const rule of personalData(name, value)) found.push({ path, rule, value })
    if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) visit(item, `${path}[${at}]`, name, isFictional)
      return
    }
    if (!isObject(value)) return
    const stated = statedDemo(value)
    const company = nameOf(value)
    if (stated !== undefined && company !== undefined && company.includes('演示') !== stated) {
      found.push({ path, rule: '演示数据的标注与名称不符', value: company })
    }
    const isOwn = stated ?? isFictional
    if (!isOwn) {
      for (const [key, rule] of negativeFacts(value, path === '' && listed !== undefined && isRiskKind(listed))) {
        found.push({ path: `${path}.${key}`, rule, value: value[key] })
      }
    }
    for (const [key, item] of Object.entries(value)) visit(item, `${path}.${key}`, key, isOwn)
  }
  visit(data, '', '', isDemo)
  return found
}
