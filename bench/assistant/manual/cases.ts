import type Sqlite from 'better-sqlite3'
import type { AssistantCase, Expected, StatedValue } from '../case.ts'
import { countForms, openCompanyValues } from './company-values.ts'
import { type ManualQuestion, manualQuestions } from './questions.ts'

/** The cases written by hand. What a right answer states is read from the store. */
export async function manualCases(store: Sqlite.Database): Promise<readonly AssistantCase[]> {
  const { idOf, idsOf, valuesOf, countOf } = openCompanyValues(store)

  function expectedOf({ answer }: ManualQuestion): Expected {
    if (answer.type !== 'states') {
      return answer.type === 'clarifies'
        ? { type: 'clarifies', companyIds: answer.names.flatMap((name) => idsOf(name)) }
        : answer
    }
    const values = answer.about.flatMap(({ company, fields = [], counts = [], texts = [] }): StatedValue[] => [
      ...fields.flatMap((field) => valuesOf(company, field)),
      ...counts.map(({ kind, view }) => countForms(countOf(company, kind, view))),
      ...texts.map((text) => [text]),
    ])
    return { type: 'states', values, companyIds: [...new Set(answer.about.map(({ company }) => idOf(company)))] }
  }

  return Promise.resolve(
    manualQuestions.map((one, at) => ({
      id: `manual-${at + 1}`,
      set: 'manual',
      kind: one.kind,
      earlier: one.earlier ?? [],
      companyId: one.page === undefined ? null : idOf(one.page),
      question: one.question,
      expected: expectedOf(one),
    })),
  )
}
