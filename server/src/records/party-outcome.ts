import { partiesFieldOf } from '@baiqicha/contract/records/case-words'
import type { RecordFields } from '@baiqicha/contract/records/fields'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { partiesIn } from '../domain/records/parties.ts'

/**
 * The fields as they hold for one company. An outcome of one party, such as 胜诉, is replaced by the outcome stated for
 * the company, or removed when there is none: the page of the loser must not show the outcome of the winner.
 */
export function outcomeForCompany(kind: RecordKind, fields: RecordFields, companyId: string | null): RecordFields {
  const { partyOutcome } = kind
  const parties = partiesFieldOf(kind.fields)
  if (partyOutcome === undefined || parties === null || !(partyOutcome.field in fields)) return fields
  const stated = fields[partyOutcome.field] ?? null
  const own = partiesIn(fields[parties]).find(({ cid }) => cid !== null && cid === companyId)?.statement ?? null
  if (own !== null && partyOutcome.words.includes(own)) return { ...fields, [partyOutcome.field]: own }
  return typeof stated === 'string' && partyOutcome.words.includes(stated)
    ? { ...fields, [partyOutcome.field]: null }
    : fields
}
