import type { RecordRow } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { IdentityTag, recordStateOf } from '../../domain/record/record-tags.tsx'
import { Tag } from '../../ui/tag.tsx'
import { hearingOf } from './fact-rows.tsx'
import { hearingState } from './messages.ts'
import styles from './record-page.module.css'

type Props = {
  kind: RecordKind
  record: Pick<RecordRow, 'fields' | 'identity' | 'recordStatus' | 'dispute' | 'severity'>
}

/** Role of the company, and the time until a hearing. */
export function RecordTags({ kind, record }: Props) {
  const hearingAt = hearingOf(kind, record)
  if (record.identity === null && hearingAt === null) return null
  const hearing = hearingAt === null ? null : hearingState(hearingAt)
  return (
    <p className={styles.tags}>
      <IdentityTag record={record} />
      {hearing !== null && (
        <Tag tone={hearing.isAhead && recordStateOf(record) === 'current' ? 'info' : 'mute'}>{hearing.text}</Tag>
      )}
    </p>
  )
}
