import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStarterTools, type StarterTools } from '../../../../../test/assistant/open-tools.ts'
import { lexiconOf } from '../lexicon.ts'
import { meantOf } from './linked-mentions.ts'
import { type Links, linksOver } from './links-over.ts'
import { readOtherNames } from './other-names.ts'

/** Questions with the companies that they name, each by the names of the companies that may be meant. */
type Sentence = { question: string; companies: readonly (readonly string[])[] }

const read = (file: string): Sentence[] => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))

let tools: StarterTools
let links: Links

beforeAll(async () => {
  tools = await openStarterTools()
  links = linksOver(tools.currentNames, {
    lexicon: lexiconOf(tools.reference.regions, tools.reference.industries),
    otherNames: readOtherNames(''),
  })
})
afterAll(() => tools.close())

async function namesLinked(question: string): Promise<string[]> {
  const linked = await links.in(question)
  const ids = linked.flatMap((link) => meantOf(link, []).map(({ companyId }) => companyId))
  return (await tools.companies.listSummaries(ids)).map(({ name }) => name)
}

test.each(['sentences.json', 'held-apart-sentences.json'])(
  'at least 95 %% of the named companies of %s are linked exactly, and at most 2 %% of its other questions',
  async (file) => {
    const sentences = await Promise.all(
      read(file).map(async ({ question, companies }) => ({ question, companies, linked: await namesLinked(question) })),
    )
    const naming = sentences.filter(({ companies }) => companies.length > 0)
    const isMissed = ({ companies, linked }: (typeof sentences)[number]) =>
      !companies.every((meant) => meant.some((name) => linked.includes(name)))
    const missed = naming.filter(isMissed).map(({ question }) => question)
    const others = sentences.filter(({ companies }) => companies.length === 0)
    const wrong = others.filter(({ linked }) => linked.length > 0).map(({ question }) => question)
    expect({ missed, isEnough: missed.length <= naming.length * 0.05 }).toMatchObject({ isEnough: true })
    expect({ wrong, isFew: wrong.length <= Math.max(1, others.length * 0.02) }).toMatchObject({ isFew: true })
  },
)
