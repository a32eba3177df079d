import { expect, test } from 'vitest'
import { loadReferenceData } from '../../../platform/reference-data.ts'
import type { Candidate } from '../evidence/tool-result.ts'
import { resolveQuestion } from './resolve-question.ts'

const { regions, industries } = loadReferenceData({ demo: true })
const options = { today: '2026-11-23', regions, industries, refusalRules: [], opensOnCompany: false }
const nowhere = { opened: null, earlier: [] }

/** A search over short names. */
function searchOver(...shortNames: string[]) {
  const searched: string[] = []
  const search = async (keyword: string) => {
    searched.push(keyword)
    const candidates: Candidate[] = shortNames
      .filter((name) => name === keyword)
      .map((name) => ({
        companyId: `c-${name}`,
        name: `${name}演示有限公司`,
        city: null,
        codeEnd: null,
        status: null,
        isDemo: true,
        matchReason: { field: 'shortName', text: name },
        isWhole: true,
      }))
    return { candidates, correctedTo: null }
  }
  return { search, searched }
}

test('searches no reading that overlaps an exact name', async () => {
  const { search, searched } = searchOver('国药股份')
  await resolveQuestion('国药股份的电话', options, nowhere, search)
  expect(searched).toEqual(['国药股份'])
})

test('reads the characters of a found name as a name only', async () => {
  const { search } = searchOver('可靠股份')
  const { parsed, resolution } = await resolveQuestion('可靠股份的法人是谁', options, nowhere, search)
  expect(parsed.parts).toMatchObject([{ intent: 'facts', facts: ['legalRepresentative'] }])
  expect(resolution).toMatchObject({ companies: [{ mention: '可靠股份' }] })
})

test('resolves nothing for a question without a company', async () => {
  const { search, searched } = searchOver()
  const { resolution } = await resolveQuestion('深圳有多少家上市公司', options, nowhere, search)
  expect([resolution, searched]).toEqual([null, []])
})
