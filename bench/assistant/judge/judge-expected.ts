import type { AssistantCase, Expected, SeenAnswer } from '../case.ts'
import { plainText } from '../plain-text.ts'

/** `notAnswered`: the answer does not answer the question, and states nothing wrong about it. */
export type Verdict = 'right' | 'wrong' | 'notAnswered'
export type Judgement = { verdict: Verdict; why: string }

const right: Judgement = { verdict: 'right', why: '' }
const wrong = (why: string): Judgement => ({ verdict: 'wrong', why })
const notAnswered = (why: string): Judgement => ({ verdict: 'notAnswered', why })

/** Companies that an answer lists. */
const LISTED = 20
const CANNOT_ANSWER = ['暂时无法回答', '请说明要查询的企业', '请换一种问法', '可以这样提问']
const NO_COMPANY = ['未查询到所问企业', '未查询到名称', '未查询到该企业', '未查询到企业']

/** Whether an answer states what its case expects. Compares texts only: whether the rest is true is judged elsewhere. */
export function judgeExpected({ expected }: AssistantCase, seen: SeenAnswer): Judgement {
  const texts = [...seen.sentences.map(({ text }) => text), ...seen.rows].map(plainText)
  const whole = texts.join('\n')
  const has = (text: string) => whole.includes(plainText(text))
  if (expected.type === 'nothingInvented') return right
  // A forecast is refused in a sentence beside the facts.
  if (expected.type === 'refused')
    return seen.status === 'refused' || has('不预测将来') ? right : wrong(`not refused but ${seen.status}`)
  if (expected.type === 'clarifies') return clarified(expected.companyIds, seen)
  if (seen.status === 'clarified') return notAnswered('asks which company is meant')
  if (seen.status === 'refused') return notAnswered('refused')
  if (seen.status === 'failed') return notAnswered('failed')
  switch (expected.type) {
    case 'unavailable':
      return expected.words.some(
        (word) => has(`未收录${word}`) || texts.some((text) => new RegExp(`^未收录.*的${word}`, 'u').test(text)),
      )
        ? right
        : wrong(`does not say 未收录${expected.words[0]}`)
    case 'notConnected':
      return texts.some((text) => text.includes('未接入') && text.includes(plainText(expected.label)))
        ? right
        : wrong(`does not say 未接入 of ${expected.label}`)
    case 'noCompany':
      return NO_COMPANY.some(has) ? right : wrong('does not say that there is no such company')
    default:
      return states(expected, seen, texts)
  }
}

function clarified(companyIds: readonly string[], { status, candidates, sentences }: SeenAnswer): Judgement {
  // The likely one is answered about, and the answer says so.
  const isLikely = sentences.some(({ text }) => text.includes('不是这家请写全称'))
  const isAbout = sentences.some((one) => one.companyIds.some((id) => companyIds.includes(id)))
  if (status === 'completed' && isLikely && isAbout) return right
  if (status !== 'clarified') return wrong(`not asked which company is meant, but ${status}`)
  const fitting = candidates.filter((id) => companyIds.includes(id))
  return fitting.length >= 2 ? right : wrong('the candidates do not have the companies that fit')
}

function states(
  { values, together = [], listed, companyIds }: Expected & { type: 'states' },
  { sentences }: SeenAnswer,
  texts: readonly string[],
): Judgement {
  const whole = texts.join('\n')
  if (CANNOT_ANSWER.some((text) => whole.includes(text))) return notAnswered('says that it cannot answer')
  if (companyIds !== null) {
    const cited = sentences.flatMap((sentence) => sentence.companyIds)
    const other = cited.find((id) => !companyIds.includes(id))
    if (other !== undefined && companyIds.length > 0) return wrong(`is about ${other}`)
    if (companyIds.length === 1 && cited.length === 0) return notAnswered('cites no company')
  }
  const names = listed?.filter((name) => whole.includes(plainText(name))) ?? []
  if (listed !== undefined && names.length < Math.min(LISTED, listed.length)) {
    return wrong(`lists ${names.length} of ${listed.length} companies`)
  }
  const missing = values.find((value) => !value.some((text) => whole.includes(plainText(text))))
  if (missing !== undefined) return wrong(`does not state ${missing.join(' or ')}`)
  const apart = together.find((parts) => !texts.some((text) => parts.every((part) => text.includes(plainText(part)))))
  return apart === undefined ? right : wrong(`does not state ${apart.join(', ')}`)
}
