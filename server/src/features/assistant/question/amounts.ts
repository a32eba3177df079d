import type { Found } from './days.ts'
import { numberOf, numeralPattern } from './numerals.ts'
import type { AmountRange } from './parsed-question.ts'

const above = '超过|大于|高于|多于|超出|超|不低于|不少于|不小于|至少|最少|起码|达到|达|>=|≥|>|满'
const below = '不到|低于|小于|少于|不足|不满|不超过|不高于|不大于|不多于|至多|最多|<=|≤|<'
const money = '(?:人民币|元|块钱|块)'
const currency = '(?:元人民币|人民币|元|块钱|块|美元)?'
const number = `(?:${numeralPattern})`
const after = '以上|及以上|或以上|以下|及以下|以内|之内|之上|之下|左右|起'

const range = new RegExp(
  `(?<from>${number})\\s*(?<fromUnit>${money}|%|％)?\\s*(?:到|至|-|~|—)\\s*(?<to>${number})\\s*(?<toUnit>${money}|%|％)?(?:之间|区间)?`,
  'gu',
)
const bound = new RegExp(
  `(?<lead>${above}|${below})?\\s*(?:百分之)?(?<number>${number})\\s*(?<unit>${currency}|%|％)?(?:的)?(?<side>${after})?`,
  'gu',
)

const excludedAbove = /^(?:超过|大于|高于|多于|超出|超|>)$/
const includedAbove = /^(?:不低于|不少于|不小于|至少|最少|起码|达到|达|>=|≥|满)$/
const excludedBelow = /^(?:不到|低于|小于|少于|不足|不满|<)$/
const includedBelow = /^(?:不超过|不高于|不大于|不多于|至多|最多|<=|≤)$/

const open: AmountRange = { least: null, most: null, excludesLeast: false, excludesMost: false }

const isMoney = (written: string, unit: string) => /[万亿]/.test(written) || (unit !== '' && !/[%％]/.test(unit))

export type AskedAmount = AmountRange & { isShare: boolean }

export const rangeOf = ({ isShare: _isShare, ...amount }: AskedAmount): AmountRange => amount

/**
 * Amounts with a bound, in 元 or %: 超过1亿, 五千万以上, 100万到500万, 5%以上. A number counts as money when it has 万, 亿 or 元.
 */
export function findAmounts(question: string, isTaken: (at: number) => boolean): Found<AskedAmount>[] {
  const found: Found<AskedAmount>[] = []
  const add = (match: RegExpMatchArray, value: AskedAmount | null) => {
    const start = match.index ?? 0
    const end = start + match[0].length
    if (value === null || isTaken(start) || isTaken(end - 1)) return
    if (!found.some((other) => start < other.end && other.start < end)) found.push({ start, end, value })
  }
  for (const match of question.matchAll(range)) {
    const { from = '', to = '', fromUnit = '', toUnit = '' } = match.groups ?? {}
    const isShare = /[%％]/.test(fromUnit + toUnit)
    if (!isShare && !isMoney(to, toUnit)) continue
    const [high, plain] = [numberOf(to), numberOf(from)]
    if (high === null || plain === null) continue
    // 1000到5000万: the unit holds for both.
    const shared = /[万亿]/.test(from) || isShare ? 1 : to.includes('亿') ? 1e8 : to.includes('万') ? 1e4 : 1
    add(match, { ...open, least: plain * shared, most: high, isShare })
  }
  for (const match of question.matchAll(bound)) {
    const { lead = '', number: written = '', unit = '', side = '' } = match.groups ?? {}
    const isShare = /[%％]/.test(unit) || match[0].includes('百分之')
    if (!isShare && !isMoney(written, unit)) continue
    const value = numberOf(written)
    if (value === null) continue
    // 八亿时空 is a name.
    const isBare = lead === '' && side === '' && unit === ''
    if (
      isBare &&
      /^[\p{Script=Han}A-Za-z]/u.test(question.slice((match.index ?? 0) + match[0].length)) &&
      !/^[的元以及左、,]/u.test(question.slice((match.index ?? 0) + match[0].length))
    )
      continue
    const stated = rangeBeside(value, lead, side)
    add(match, stated === null ? null : { ...stated, isShare })
  }
  return found.sort((a, b) => a.start - b.start)
}

function rangeBeside(value: number, lead: string, side: string): AmountRange | null {
  if (excludedAbove.test(lead)) return { ...open, least: value, excludesLeast: true }
  if (includedAbove.test(lead)) return { ...open, least: value }
  if (excludedBelow.test(lead)) return { ...open, most: value, excludesMost: true }
  if (includedBelow.test(lead)) return { ...open, most: value }
  if (/以上|之上|起/.test(side)) return { ...open, least: value }
  if (/以下|以内|之内|之下/.test(side)) return { ...open, most: value }
  // 注册资本1亿的公司 states one amount. 左右 states none that can be searched.
  return side === '左右' ? null : { ...open, least: value, most: value }
}
