import { expect, test } from 'vitest'
import { loadReferenceData, readIntentModelFile } from '../../../../platform/reference-data.ts'
import { parseQuestion } from '../../question/parse-question.ts'
import { createIntentRanker } from '../../question/rank-intents.ts'
import { evidenceOf } from '../../tools/evidence-fields.ts'
import { readAsked } from '../asked.ts'
import { fixedText } from '../fixed-sentences.ts'
import { readingNotes } from './reading-notes.ts'

const { regions, industries } = loadReferenceData({ demo: true })
const rank = createIntentRanker(readIntentModelFile())
const facts = evidenceOf({ id: 'e1', citedType: 'facts', label: '工商信息', date: '2026-01-31', fields: {} })

/** Notes of a question from the page of a company, whose facts are of 2026. */
function notesOf(question: string): string[] {
  const { parts } = parseQuestion(question, {
    today: '2026-11-23',
    regions,
    industries,
    refusalRules: [],
    rank,
    opensOnCompany: true,
  })
  const result = {
    evidence: [facts],
    problem: null,
    table: null,
    bars: null,
    candidates: [],
    correctedTo: null,
    isPartial: false,
  }
  const call = { part: 0, tool: 'company_facts' as const, arguments: { companyId: 'c1', facts: [] } }
  return parts.flatMap((part) => readingNotes(part, readAsked(question), [{ ...result, call }])).map(({ text }) => text)
}

test.each(['2016年注册资本多少', '2018年董事长是谁', '前任董事长是谁', '2010年总部在哪', '去年的经营范围'])(
  '%s: the year asked for is not stated',
  (question) => {
    expect(notesOf(question)).toEqual([fixedText.newestOnly])
  },
)

test.each(['注册资本多少', '2026年注册资本多少', '2004年成立的，注册资本多少', '2020年法人是谁', '2020年有多少员工'])(
  '%s: nothing is said of years',
  (question) => {
    expect(notesOf(question)).toEqual([])
  },
)

test.each(['老板是老赖吗', '子公司有没有被执行', '大股东有没有失信'])(
  '%s: the records are those of the company alone',
  (question) => {
    expect(notesOf(question)).toEqual([fixedText.ownRecords])
  },
)

test.each(['有没有失信', '大股东是谁'])('%s: nothing is said of others', (question) => {
  expect(notesOf(question)).toEqual([])
})
