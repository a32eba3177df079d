import { expect, it } from 'vitest'
import { callOf } from '../../../../test/assistant/open-tools.ts'
import { explainedTerms } from '../question/words/guidance-words.ts'
import { explain } from './explain.tool.ts'

const explainTerm = (term: string) => {
  const call = callOf('explain', { term })
  if (call.tool !== 'explain') throw new TypeError(call.tool)
  return explain(call)
}

it.each(Object.keys(explainedTerms))('explains %s, which the grammar understands', (term) => {
  expect(explainTerm(term).problem).toBeNull()
})

it('cites the article of law that the explanation follows', () => {
  const [evidence] = explainTerm('股权出质').evidence
  expect(evidence).toMatchObject({
    citedType: 'term',
    fields: { law: { label: '依据', value: { text: '《民法典》第四百四十三条' } } },
    sourceName: '《民法典》第四百四十三条',
  })
})

it('explains no unknown word', () => {
  expect(explainTerm('独角兽')).toMatchObject({ problem: 'notFound', evidence: [] })
})
