import { expect, it } from 'vitest'
import { buildCitation, buildEvidence } from '../../../../test/assistant/scripted-pipeline.ts'
import { uniqueEvidence } from './unique-evidence.ts'

const capital = (name: string, number: number) => ({
  [name]: { label: name, value: { type: 'number' as const, number, unit: '万元' } },
})

it('joins the fields that two calls found in one source', () => {
  const both = uniqueEvidence([
    buildEvidence(buildCitation(), { id: 'facts:a', fields: capital('注册资本', 500) }),
    buildEvidence(buildCitation(), { id: 'facts:b', fields: capital('注册资本', 800) }),
    buildEvidence(buildCitation(), { id: 'facts:a', fields: capital('实缴资本', 300) }),
  ])
  expect(both.map(({ id, fields }) => [id, Object.keys(fields)])).toEqual([
    ['facts:a', ['注册资本', '实缴资本']],
    ['facts:b', ['注册资本']],
  ])
})
