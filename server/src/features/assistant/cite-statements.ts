import type { Citation, Segment } from '@baiqicha/contract/assistant'
import type { Statement } from './answer/statement.ts'
import type { Evidence } from './evidence/evidence.ts'

/** Statements with numbered citations. The same evidence has the same number in the whole answer. */
export function citeStatements(statements: readonly Statement[], evidence: readonly Evidence[]): Segment[] {
  const byId = new Map(evidence.map((one) => [one.id, one]))
  const numbers = new Map<string, number>()

  function citationOf({ evidenceId, fields }: Statement['citations'][number]): Citation[] {
    const cited = byId.get(evidenceId)
    if (cited === undefined) return []
    const n = numbers.get(evidenceId) ?? numbers.size + 1
    numbers.set(evidenceId, n)
    const { citedType, recordType, recordId, company, label, sourceName, date, path } = cited
    return [
      {
        n,
        citedType,
        recordType,
        recordId,
        companyId: company?.id ?? null,
        companyName: company?.name ?? null,
        label,
        fields: fields.flatMap((field) => cited.fields[field]?.label ?? []),
        sourceName,
        date,
        path,
        change: null,
      },
    ]
  }

  return statements.map(({ text, startsParagraph, citations }, index) => ({
    index,
    text,
    startsParagraph,
    citations: citations.flatMap(citationOf),
  }))
}
