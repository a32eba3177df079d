import { companyFacts } from '@baiqicha/contract/company-facts'
import { isLiveStatus } from '@baiqicha/contract/company-status'
import { type Evidence, textsIn } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import { NOT_COLLECTED } from '../../tools/evidence-fields.ts'
import type { Statement } from '../statement.ts'
import { asOfNote, sentence, stated } from './sentence.ts'

/**
 * Sentences of the facts of a company: one per source and date, then what no source states. A company whose stated status is
 * live has no end that could be missing: a false premise (…什么时候被吊销的) is answered with its status. `omitted`: labels that
 * other sentences of the answer state.
 */
export function composeFacts({ evidence }: ToolResult, omitted: readonly string[] = []): Statement[] {
  return evidence.flatMap((one) => {
    if (one.citedType === 'facts') return [factsSentence(one)]
    const isLive = evidence.some(
      (other) =>
        other.company?.id === one.company?.id && textsIn(other, 'status').some((status) => isLiveStatus(status)),
    )
    return missingSentence(one, isLive ? [...omitted, companyFacts.ended.label] : omitted)
  })
}

/** Label of the report or month in which a source names an officer. */
const DATED_BY = '记载于'

function factsSentence(evidence: Evidence): Statement {
  const { company, date, fields } = evidence
  const names = Object.keys(fields)
  const subject = company?.name ?? ''
  const dated = names.find((name) => fields[name]?.label === DATED_BY)
  const values = names
    .filter((name) => name !== dated)
    .flatMap((name) => fields[name] ?? [])
    .map(stated)
  if (dated !== undefined && values.length === 1) {
    // 甲此前记载的法定代表人为乙（2019 年年报）.
    const [value = ''] = values
    const note = textsIn(evidence, dated).join('')
    return sentence(`${subject}${value.startsWith('此前') ? '' : '的'}${value}（${note}）。`, [
      { evidence, fields: names },
    ])
  }
  const text = values.length === 1 ? `${subject}的${values[0] ?? ''}` : `${subject}：${values.join('，')}`
  return sentence(`${text}${asOfNote(date)}。`, [{ evidence, fields: names }])
}

/** 〈企业〉：未收录邮箱、网址。 */
function missingSentence(evidence: Evidence, omitted: readonly string[]): Statement[] {
  const { company, fields } = evidence
  const labels = Object.keys(fields).flatMap((name) => textsIn(evidence, name))
  const missing = labels.filter((label) => !omitted.includes(label))
  if (missing.length === 0) return []
  const subject = company === null ? '' : `${company.name}：`
  return [sentence(`${subject}${NOT_COLLECTED}${missing.join('、')}。`, [{ evidence, fields: Object.keys(fields) }])]
}
