import { type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import type { RecordReading } from './record-reading.ts'

/** A row of a list: what it tells, and the company its name leads to. */
type Holder = { told: RecordFields; companyId: string | undefined }

/**
 * In how many companies each holder holds shares; undefined where it is not certain who it is (a person, or a company
 * known by its name alone), or nothing is connected that would tell.
 */
export async function otherCompaniesOf(
  { findSubjects, countInvestments, feedsFor }: RecordReading,
  holders: readonly Holder[],
  { kind, today }: { kind: RecordKind; today: string },
): Promise<(number | undefined)[]> {
  const ids = kind.key === 'shareholderInfo' ? holders.flatMap(({ companyId }) => companyId ?? []) : []
  if (ids.length === 0) return []
  const [found, real, demo] = await Promise.all([findSubjects.find([...new Set(ids)]), feedsFor(0), feedsFor(1)])
  const certain = holders.map(({ told, companyId = '' }) => {
    const subjects = found.get(companyId)
    const code = textOf(told, 'creditCode')
    if (subjects === undefined || code === null || subjects.company.credit_code !== code) return null
    return (subjects.company.is_demo === 1 ? demo : real).has('overseasInvest') ? subjects : null
  })
  const counts = await countInvestments(
    certain.flatMap((subjects) => subjects ?? []),
    today,
  )
  return certain.map((subjects) => (subjects === null ? undefined : counts.get(subjects.company.id)))
}
