import { expect, test } from 'vitest'
import type { OfferedCompany } from '../../evidence/tool-result.ts'
import type { LinkCandidate } from './link-companies.ts'
import { linkedMentions } from './linked-mentions.ts'

const candidate = (companyId: string, score: number, isWhole = false): LinkCandidate => ({
  companyId,
  score,
  isKnown: true,
  isSure: true,
  isWhole,
})
const linkOf = (...candidates: LinkCandidate[]) => ({
  start: 0,
  end: 2,
  text: '云岚',
  name: '云岚',
  how: 'exact' as const,
  candidates,
})
const offered = (companyId: string): OfferedCompany => ({
  companyId,
  name: companyId,
  city: '演示市',
  codeEnd: null,
  status: '存续',
  isDemo: true,
  known: {
    foundedOn: null,
    legalRepresentative: null,
    creditCode: null,
    stockCode: companyId.startsWith('stock') ? '999001' : null,
  },
})
const meant = async (candidates: LinkCandidate[], spokenOf: string[] = []) => {
  const [mention] = await linkedMentions([linkOf(...candidates)], spokenOf, async (ids) => ids.map(offered))
  return { ids: mention?.candidates.map(({ companyId }) => companyId), isLikely: mention?.isLikely }
}

test.each([
  ['the only listed company of the brand of a group', [candidate('group', 80), candidate('stock', 10)], ['stock']],
  [
    'a group, where two listed companies are as likely',
    [candidate('group', 80), candidate('stock', 10), candidate('stock2', 9)],
    ['group'],
  ],
  ['a much larger group', [candidate('group', 90), candidate('stock', 9)], ['group']],
  ['a group by a name of its own', [candidate('group', 90, true), candidate('stock', 10)], ['group']],
  ['a listed company by a name of its own', [candidate('stock', 90, true), candidate('group', 80)], ['stock']],
])('a brand alone is %s', async (_, candidates, ids) => {
  expect((await meant(candidates)).ids).toEqual(ids)
})

test('the listed company of a brand is only likely, but sure where it was spoken of', async () => {
  const candidates = [candidate('group', 80), candidate('stock', 10)]
  expect((await meant(candidates)).isLikely).toBe(true)
  expect((await meant(candidates, ['stock'])).isLikely).toBe(false)
})

test('a brand is the group that was spoken of', async () => {
  expect((await meant([candidate('group', 80), candidate('stock', 10)], ['group'])).ids).toEqual(['group'])
})
