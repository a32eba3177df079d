import { type Citation, type Segment, WITHDRAWN } from '@baiqicha/contract/assistant'
import type { RecordView } from '@baiqicha/contract/records/record'
import { namesAny } from '../../records/suppressions.ts'
import type { AnswerContent, CitedEvidence } from './stored-answer.ts'

/** Cited things as they are today. What is missing may not be shown. */
export type CitedToday = {
  records: ReadonlyMap<string, { view: RecordView; revision: string }>
  /** Revision by company id. */
  companies: ReadonlyMap<string, string>
  /** `listRevision` of each kind with a risk, by company id and kind. */
  lists: ReadonlyMap<string, string>
  /** Keys of the persons that are suppressed at a company, by company id; companies without any are left out. */
  suppressed: ReadonlyMap<string, ReadonlySet<string>>
}

/** Names that an answer may not contain today. */
export const suppressedIn = (evidence: readonly CitedEvidence[], { suppressed }: CitedToday): Set<string> =>
  new Set(evidence.flatMap(({ company }) => (company === null ? [] : [...(suppressed.get(company.id) ?? [])])))

export const listKey = (companyId: string, kind: string) => `${companyId} ${kind}`

/** Revision of the whole list of one kind: its counts. A list narrowed by filters has none. */
export const listRevision = ({ current, disputed, history }: Record<RecordView, number>) =>
  `${current}/${disputed}/${history}`

const sumOf = (revision: string) => revision.split('/').reduce((sum, part) => sum + Number(part), 0)

type Change = Citation['change']

function changeOf(evidence: CitedEvidence, today: CitedToday): Change {
  const { citedType, recordType, recordId, company, view, revision } = evidence
  if (company !== null && !today.companies.has(company.id)) return WITHDRAWN
  if (recordId !== null) {
    const record = today.records.get(recordId)
    if (record === undefined) return WITHDRAWN
    const isSame = (revision === null || revision === record.revision) && (view === null || view === record.view)
    return isSame ? null : '记录已更新'
  }
  if (revision === null || company === null) return null
  if (citedType === 'facts') return revision === today.companies.get(company.id) ? null : '记录已更新'
  if (citedType !== 'records' || recordType === null) return null
  const list = today.lists.get(listKey(company.id, recordType))
  if (list === undefined || list === revision) return null
  // Fewer than counted: at least one may no longer be shown.
  return sumOf(list) < sumOf(revision) ? WITHDRAWN : '记录已更新'
}

/** Evidence and citations name the same thing by type, kind, record and company. */
const keyOfCitation = ({ citedType, recordType, recordId, companyId }: Pick<Citation, 'companyId'> & CitedThing) =>
  [citedType, recordType ?? '', recordId ?? '', companyId ?? ''].join(' ')
const keyOfEvidence = ({ company, ...thing }: Pick<CitedEvidence, 'company'> & CitedThing) =>
  keyOfCitation({ ...thing, companyId: company?.id ?? null })
type CitedThing = Pick<CitedEvidence, 'citedType' | 'recordType' | 'recordId'>

/** Neither kind, name nor fields: they would state what may no longer be shown. */
const withdrawnCitation = ({ n, citedType }: Citation): Citation => ({
  n,
  citedType,
  recordType: null,
  recordId: null,
  companyId: null,
  companyName: null,
  label: WITHDRAWN,
  fields: [],
  sourceName: '',
  date: null,
  path: null,
  change: WITHDRAWN,
})

/** Whether the answer is about a company that may not be shown today. */
export const isAboutHidden = ({ companies }: AnswerContent, today: CitedToday): boolean =>
  companies.some(({ id }) => !today.companies.has(id))

/**
 * Marks what changed since the answer, and withdraws the sentences about what or whom may no longer be shown. Then also the
 * sentences that count its list, the comparison, the bars and the proposed questions are withdrawn, because each may
 * state it. A sentence without citations may be about a hidden company, so it is withdrawn too.
 */
export function recheckAnswer(
  content: AnswerContent,
  evidence: readonly CitedEvidence[],
  today: CitedToday,
): AnswerContent {
  const changes = new Map<string, Change>()
  for (const one of evidence) {
    const change = changeOf(one, today)
    if (change !== null && changes.get(keyOfEvidence(one)) !== WITHDRAWN) changes.set(keyOfEvidence(one), change)
  }
  for (const one of evidence) {
    if (one.citedType === 'record' && one.company !== null && changes.get(keyOfEvidence(one)) === WITHDRAWN)
      changes.set(keyOfEvidence({ ...one, citedType: 'records', recordId: null }), WITHDRAWN)
  }
  const persons = suppressedIn(evidence, today)
  const namesSuppressed = (value: unknown) => namesAny(JSON.stringify(value), persons)
  const hasSuppressed = persons.size > 0 && namesSuppressed(content)
  if (changes.size === 0 && !hasSuppressed) return content

  const isWithdrawn = (citation: Citation) =>
    changes.get(keyOfCitation(citation)) === WITHDRAWN || (hasSuppressed && namesSuppressed(citation))
  const hasHidden = isAboutHidden(content, today)
  const segments = content.segments.map((segment): Segment => {
    const withdrawn =
      segment.citations.some(isWithdrawn) ||
      (hasHidden && segment.citations.length === 0) ||
      (hasSuppressed && namesSuppressed(segment.text))
    const citations = segment.citations.map((citation) =>
      isWithdrawn(citation)
        ? withdrawnCitation(citation)
        : { ...citation, change: changes.get(keyOfCitation(citation)) ?? null },
    )
    return { ...segment, text: withdrawn ? WITHDRAWN : segment.text, citations }
  })
  const anyWithdrawn = hasSuppressed || [...changes.values()].includes(WITHDRAWN)
  if (!anyWithdrawn) return { ...content, segments }
  const candidates = content.choice?.candidates.filter(({ companyId }) => today.companies.has(companyId))
  return {
    ...content,
    companies: content.companies.filter(({ id }) => today.companies.has(id)),
    segments,
    table: null,
    bars: null,
    choice: candidates === undefined ? null : { candidates },
    followUps: [],
  }
}
