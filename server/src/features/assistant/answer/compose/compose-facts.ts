import { companyFacts } from '@baiqicha/contract/company-facts'
import { isLiveStatus } from '@baiqicha/contract/company-status'
import { officialSites } from '@baiqicha/contract/records/official-sites'
import { type Evidence, numberIn, textsIn } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import { NOT_COLLECTED } from '../../tools/evidence-fields.ts'
import type { Asked } from '../asked.ts'
import type { Statement } from '../statement.ts'
import { type Check, factsLead } from '../supposed.ts'
import { asOfNote, sentence, stated } from './sentence.ts'

/**
 * Sentences of the facts of a company: one per source and date, then what no source states. A company whose stated status is
 * live has no end that could be missing: a false premise (…什么时候被吊销的) is answered with its status. `omitted`: labels that
 * other sentences of the answer state. `check`: what the question supposes; the facts that decide it come first.
 */
export function composeFacts(
  { evidence }: ToolResult,
  omitted: readonly string[] = [],
  check?: Check & { asked: Pick<Asked, 'asksAge'> },
): Statement[] {
  const leads = new Map(evidence.map((one) => [one, check === undefined ? '' : factsLead(one, check)]))
  const ordered = evidence.toSorted((a, b) => Number(leads.get(a) === '') - Number(leads.get(b) === ''))
  const live = evidence.filter((one) => textsIn(one, 'status').some((status) => isLiveStatus(status)))
  return ordered.flatMap((one, at) => {
    if (one.citedType === 'facts')
      return [factsSentence(one, at === 0 ? (leads.get(one) ?? '') : '', check?.asked.asksAge === true)]
    const isLive = live.some(({ company }) => company?.id === one.company?.id)
    return missingSentence(one, isLive ? [...omitted, companyFacts.ended.label] : omitted)
  })
}

/** The status in the words of the register, where they say more. */
const RAW_STATUS = 'statusRaw'
/** Label of the report or month in which a source names an officer. */
const DATED_BY = '记载于'

const isAge = (name: string) => /Years\d?$/u.test(name)
/** ，至今 22 年: years since a day, which only a question for them states. */
const ageNote = (evidence: Evidence, name: string) => {
  const years = /On\d?$/u.test(name) ? numberIn(evidence, name.replace('On', 'Years')) : 0
  return years === 0 ? '' : `，至今 ${years} 年`
}

function factsSentence(evidence: Evidence, lead: string, asksAge: boolean): Statement {
  const { company, date, fields } = evidence
  const names = Object.keys(fields).filter((name) => asksAge || !isAge(name))
  const subject = company?.name ?? ''
  const dated = names.find((name) => fields[name]?.label === DATED_BY)
  const values = names
    .filter((name) => name !== dated && name !== RAW_STATUS && !isAge(name))
    .flatMap((name) => {
      const field = fields[name]
      const raw = name === 'status' ? textsIn(evidence, RAW_STATUS).map((text) => `（${text}）`) : []
      return field === undefined ? [] : `${stated(field)}${raw.join('')}${asksAge ? ageNote(evidence, name) : ''}`
    })
  if (dated !== undefined && values.length === 1) {
    // 甲此前记载的法定代表人为乙（2019 年年报）.
    const [value = ''] = values
    const note = textsIn(evidence, dated).join('')
    return sentence(`${lead}${subject}${value.startsWith('此前') ? '' : '的'}${value}（${note}）。`, [
      { evidence, fields: names },
    ])
  }
  const text = values.length === 1 ? `${subject}的${values[0] ?? ''}` : `${subject}：${values.join('，')}`
  return sentence(`${lead}${text}${asOfNote(date)}。`, [{ evidence, fields: names }])
}

/** 〈企业〉：未收录邮箱、网址。 */
function missingSentence(evidence: Evidence, omitted: readonly string[]): Statement[] {
  const { company, fields } = evidence
  const labels = Object.keys(fields).flatMap((name) => textsIn(evidence, name))
  const missing = labels.filter((label) => !omitted.includes(label))
  if (missing.length === 0) return []
  const subject = company === null ? '' : `${company.name}：`
  const text = `${subject}${NOT_COLLECTED}${missing.join('、')}，可到${siteOf(missing)}核查。`
  return [sentence(text, [{ evidence, fields: Object.keys(fields) }])]
}

/** Labels that only listed companies have. */
const ofListed: readonly string[] = [
  companyFacts.listings.label,
  companyFacts.shortName.label,
  companyFacts.staffSize.label,
  '上市状态',
  '上市日期',
  '员工人数',
]
export const siteOf = (labels: readonly string[]) =>
  labels.every((label) => ofListed.includes(label)) ? officialSites.disclosure.name : officialSites.register.name
