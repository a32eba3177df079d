import type { RecordRow } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { standingOf } from '../../domain/record-state.ts'
import { IdentityTag } from '../../domain/record-tags.tsx'
import { Tag } from '../../ui/tag.tsx'
import { hearingOf } from './fact-rows.tsx'
import { hearingWords } from './messages.ts'
import styles from './record-tag-line.module.css'

type Props = {
  kind: RecordKind
  record: Pick<RecordRow, 'fields' | 'identity' | 'recordStatus' | 'dispute' | 'severity'>
}

/** The company's part in a record, and how far off a hearing is. */
export function RecordTags({ kind, record }: Props) {
  const hearingAt = hearingOf(kind, record)
  if (record.identity === null && hearingAt === null) return null
  const words = hearingAt === null ? null : hearingWords(hearingAt)
  const isAhead = words !== null && words !== '已开庭' && standingOf(record) === 'current'
  return (
    <p className={styles.tags}>
      <IdentityTag record={record} />
      {words !== null && <Tag tone={isAhead ? 'info' : 'mute'}>{words}</Tag>}
    </p>
  )
}
