import type { AnswerTable } from '@baiqicha/contract/assistant'
import type { AskedCompany } from '../evidence/asked-company.ts'
import { type Evidence, textsIn } from '../evidence/evidence.ts'
import type { Statement } from './statement.ts'

/** What follows the name of a company within the name of its branch. */
const ofBranch = /^[^，。、；：（）()\s·]{0,14}(?:分公司|分行|支行|营业部|分厂|分店|办事处)/u

type Named = { id: string; name: string; shortName: string }

/** Companies with a short name of their own. */
function named(companies: readonly AskedCompany[]): Named[] {
  const all = companies.flatMap(({ id, name, shortName }) =>
    shortName === undefined || shortName === name ? [] : [{ id, name, shortName }],
  )
  return all
    .filter(({ id, shortName }) => !all.some((other) => other.id !== id && other.shortName === shortName))
    .toSorted((a, b) => b.name.length - a.name.length)
}

/** Texts of cited fields that contain the name, as a case or a change of the name: they are quoted as they are. */
const quotedTexts = ({ citations }: Statement, byId: ReadonlyMap<string, Evidence>, name: string) =>
  citations.flatMap(({ evidenceId, fields }) =>
    fields.flatMap((field) =>
      textsIn(byId.get(evidenceId) ?? { fields: {} }, field).filter((text) => text.includes(name)),
    ),
  )

/**
 * The sentences with the short name of each company after the first mention of its full name. Sentences are composed, worded
 * and verified with full names; this is the last step before they are shown.
 */
export function shortenNames(
  statements: readonly Statement[],
  companies: readonly AskedCompany[],
  evidence: readonly Evidence[],
): Statement[] {
  const byId = new Map(evidence.map((one) => [one.id, one]))
  const mentioned = new Set<string>()
  const known = named(companies)
  return statements.map((statement) => {
    let { text } = statement
    for (const { id, name, shortName } of known) {
      const quoted = quotedTexts(statement, byId, name)
      const before = text
      text = before.replaceAll(name, (full, at: number) => {
        const isQuoted = quoted.some((quote) => {
          const start = before.lastIndexOf(quote, at)
          return start !== -1 && at < start + quote.length
        })
        if (isQuoted || ofBranch.test(before.slice(at + name.length))) return full
        const isFirst = !mentioned.has(id)
        mentioned.add(id)
        return isFirst ? full : shortName
      })
    }
    return text === statement.text ? statement : { ...statement, text }
  })
}

/** The table with short names at the head of its columns: the full name stands in the sentences or behind the link. */
export function shortenHeads(table: AnswerTable, companies: readonly AskedCompany[]): AnswerTable {
  const known = named(companies)
  return {
    ...table,
    columns: table.columns.map((column) => ({
      ...column,
      label: known.find(({ id }) => id === column.companyId)?.shortName ?? column.label,
    })),
  }
}
