import { isLiveStatus } from '@baiqicha/contract/company-status'
import { isWithinRange } from '../../evidence/amount-range.ts'
import { type Evidence, textsIn } from '../../evidence/evidence.ts'
import type { QuestionPart } from '../../question/parsed-question.ts'
import type { Asked } from '../asked.ts'
import { leadOf, type Supposed } from '../supposed.ts'

export type Check = { asked: Asked; part: Pick<QuestionPart, 'days'> }

const TEN_THOUSAND = 1e4

/** Each judges the facts by one thing that the question supposes; null: the facts do not decide it. */
type Judge = (evidence: Evidence, supposed: Supposed, check: Check) => boolean | null

const ofCapital: Judge = ({ fields }, { amount, ofPersons }) => {
  const value = (fields['registeredCapital'] ?? fields['paidInCapital'])?.value
  if (amount === null || ofPersons === true || value?.type !== 'number' || value.unit !== '万元') return null
  return isWithinRange(value.number * TEN_THOUSAND, amount)
}

const ofInsured: Judge = ({ fields }, { amount, ofPersons }) => {
  const value = fields['insuredCount']?.value
  return amount === null || ofPersons === false || value?.type !== 'number' ? null : isWithinRange(value.number, amount)
}

const ofTime: Judge = ({ fields }, supposed, { part: { days } }) => {
  const value = (fields['foundedOn'] ?? fields['listedOn0'])?.value
  if (!supposed.ofTime || days === null || value?.type !== 'date') return null
  // A source may state the year alone.
  const length = value.date.length
  return (
    (days.from === null || value.date >= days.from.slice(0, length)) &&
    (days.to === null || value.date <= days.to.slice(0, length))
  )
}

const ofPlace: Judge = (evidence, { place }) => {
  const texts = ['region', 'listProvince', 'address'].flatMap((name) => textsIn(evidence, name))
  if (place === null || texts.length === 0) return null
  if (texts.some((text) => text.includes(place.name))) return true
  return place.isRegion ? false : null
}

const ofListing: Judge = (evidence, { board, place, amount, ofTime: isOfTime }) => {
  if (!('code0' in evidence.fields)) return null
  if (board !== null) return ['board0', 'exchange0'].some((name) => textsIn(evidence, name).includes(board))
  return place === null && amount === null && !isOfTime ? !('delistedOn0' in evidence.fields) : null
}

const ofLife: Judge = (evidence, { life }) => {
  const [status] = textsIn(evidence, 'status')
  return life === null || status === undefined ? null : isLiveStatus(status) === (life === 'live')
}

const judges: readonly Judge[] = [ofCapital, ofInsured, ofTime, ofPlace, ofListing, ofLife]

/** Whether facts are as the question supposes; null: they do not decide it. */
export function isAsSupposed(evidence: Evidence, check: Check): boolean | null {
  const { supposed } = check.asked
  if (supposed === null || evidence.citedType !== 'facts') return null
  const verdicts = judges.flatMap((judge) => judge(evidence, supposed, check) ?? [])
  return verdicts.length === 0 ? null : verdicts.every(Boolean)
}

/** How the sentence of facts begins: 是， or, of a place, 不在长沙，. */
export function factsLead(evidence: Evidence, check: Check): string {
  const { supposed } = check.asked
  const isTrue = isAsSupposed(evidence, check)
  const isElsewhere = isTrue === false && supposed !== null && ofPlace(evidence, supposed, check) === false
  return isElsewhere ? `不在${supposed.place?.name ?? ''}，` : leadOf(supposed, isTrue)
}
