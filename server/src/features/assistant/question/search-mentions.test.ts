import { expect, test } from 'vitest'
import type { Candidate } from '../evidence/tool-result.ts'
import type { Mention } from './parsed-question.ts'
import { searchMentions } from './search-mentions.ts'

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
    return { candidates, correctedTo: null, isPartial: false }
  }
  return { search, searched }
}

const mention = (text: string, start: number): Mention => ({ text, start, isNamed: true, isPlace: false })
/** Readings of the text at this position, one character shorter each. */
const readings = (text: string, start: number, count: number) =>
  Array.from({ length: count }, (_, at) => mention(text.slice(0, text.length - at), start))

test('searches the mentions after the first eight, too', async () => {
  const { search } = searchOver('云岚')
  const found = await searchMentions([...readings('甲乙丙丁戊己庚辛壬癸', 0, 8), mention('云岚', 20)], search)
  expect(found.at(-1)?.candidates).toHaveLength(1)
})

test('searches no reading that overlaps an exact name of an earlier round', async () => {
  const { search, searched } = searchOver('云岚')
  await searchMentions([mention('云岚', 0), ...readings('甲乙丙丁戊己庚辛', 20, 7), mention('云岚的法', 0)], search)
  expect(searched).not.toContain('云岚的法')
})
