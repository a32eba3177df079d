import { kindTable, type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { officialSites } from '@baiqicha/contract/records/official-sites'
import { type Evidence, textsIn } from '../../evidence/evidence.ts'
import type { Statement } from '../statement.ts'
import { sentence } from './sentence.ts'

/** Titles and sites that a sentence names. */
const STATED_TITLES = 3
const STATED_SITES = 4

const kindOf = (title: string): RecordKindKey | undefined =>
  recordKindKeys.find((key) => kindTable[key].title === title) ??
  recordKindKeys.find((key) => title.endsWith(kindTable[key].title))

/** Sites for most kinds: they come first where all cannot be named. */
const mainSites: readonly string[] = [
  officialSites.execution.name,
  officialSites.judgments.name,
  officialSites.register.name,
  officialSites.credit.name,
]

/** Official sites where the public can look the kinds up, each once. 工商变更 is looked up in the register. */
function sitesOf(titles: readonly string[]): string[] {
  const sites = titles.map((title) => {
    const kind = kindOf(title)
    return kind === undefined ? officialSites.register.name : recordKinds[kind].officialSite.name
  })
  const all = [...mainSites.filter((one) => sites.includes(one)), ...sites]
  return [...new Set(all)].slice(0, STATED_SITES)
}

/** Titles in one phrase: all of a few, else the first and the number of all. `first`: titles that come first. */
function titlesText(titles: readonly string[], first: readonly string[] = []): string {
  const ordered = [...first.filter((one) => titles.includes(one)), ...titles.filter((one) => !first.includes(one))]
  if (ordered.length <= STATED_TITLES) return ordered.join('、')
  return `${ordered.slice(0, STATED_TITLES).join('、')}等 ${titles.length} 类`
}

/**
 * What no source states of companies, and where to look it up, one sentence for each set of kinds: 甲的行政处罚未接入，可到信用中国核查。
 * `purpose`: what the asker is about to do; the sentence is then the answer that the risks cannot be judged. Titles with `without` are left out.
 */
export function notConnectedSentences(
  evidence: readonly Evidence[],
  { first = [], purpose, without }: { first?: readonly string[]; purpose?: string; without?: string } = {},
): Statement[] {
  const unconnected = evidence.filter(({ fields }) => 'connection' in fields)
  const byTitles = Map.groupBy(unconnected, (one) => textsIn(one, 'connection').join('、'))
  return [...byTitles.entries()].map(([joined, same]) => {
    const titles = joined.split('、').filter((title) => without === undefined || !title.includes(without))
    const subject = same.flatMap(({ company }) => company?.name ?? []).join('、')
    const what = `${subject === '' ? '' : `${subject}的`}${titlesText(titles, first)}${same.length > 1 ? '均' : ''}`
    const sites = sitesOf(titles).join('、')
    const text =
      purpose === undefined
        ? `${what}未接入，可到${sites}核查。`
        : `仅凭现有数据不能判断：${what}数据未接入，${purpose}请到${sites}核查。`
    const cited = same.map((one) => ({ evidence: one, fields: ['connection'] }))
    return sentence(text, cited)
  })
}
