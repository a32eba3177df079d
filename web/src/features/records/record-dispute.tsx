import { CORRECTION_DAYS } from '@baiqicha/contract/correction'
import type { RecordDetail } from '@baiqicha/contract/records/record'
import { formatDate } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { CardTitle } from './card-title.tsx'
import styles from './record-dispute.module.css'

/** Note that an objection is open, with its due date. */
export function DisputeNote({ dispute }: Pick<RecordDetail, 'dispute'>) {
  if (dispute === null) return null
  return (
    <InfoNote tone="amber">
      <b>异议处理中</b>：{formatDate(dispute.since)} 收到异议，核查期间不计入当前数量，{CORRECTION_DAYS} 日内答复。
    </InfoNote>
  )
}

/** Results of objections, with the statement of the person concerned. */
export function RecordDecisions({ decisions }: Pick<RecordDetail, 'decisions'>) {
  if (decisions.length === 0) return null
  return (
    <Card>
      <CardTitle>异议处理结果</CardTitle>
      <ul className={styles.decisions}>
        {decisions.map(({ result, note, statement, decidedAt }) => (
          <li key={decidedAt}>
            <p className={styles.result}>
              <b>{result}</b>
              <span>{formatDate(decidedAt)}</span>
            </p>
            {note !== null && <p>{note}</p>}
            {statement !== null && (
              <blockquote className={styles.statement}>
                <span>当事人声明</span>
                <bdi>{statement}</bdi>
              </blockquote>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
