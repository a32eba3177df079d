import { textOf } from '@baiqicha/contract/records/fields'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordDetail } from '@baiqicha/contract/records/record'
import { correctionPath } from '../../domain/record/record-paths.ts'
import { recordStateOf } from '../../domain/record/record-state.ts'
import { classNames } from '../../lib/class-names.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { DemoStrip } from '../../ui/demo-strip.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { NAMESAKE_PERSONS } from './messages.ts'
import styles from './record-body.module.css'
import { DisputeNote, RecordDecisions } from './record-dispute.tsx'
import { RecordPassages } from './record-passages.tsx'
import { RecordRegister } from './record-register.tsx'
import { RecordTimeline } from './record-timeline.tsx'
import { RelatedRecords } from './related-records.tsx'

/** Page of a record: content, related records and 纠错. */
export function RecordBody({ record }: { record: RecordDetail }) {
  const kind = recordKinds[record.recordKind]
  const isPast = recordStateOf(record) === 'past'
  const { company } = record
  const isPerson = textOf(record.fields, 'subjectType') === '自然人'
  return (
    <div className={classNames(styles.page, isPast && styles.past)}>
      {record.isDemo && <DemoStrip />}
      {isPast && kind.aboutHistory !== undefined && (
        <div className={styles.note}>
          <InfoNote tone="past">{kind.aboutHistory}</InfoNote>
        </div>
      )}
      <DisputeNote dispute={record.dispute} />
      <RecordRegister kind={kind} record={record} />
      {namesPerson(record) && <InfoNote>{NAMESAKE_PERSONS}</InfoNote>}
      {!isPast && kind.about !== undefined && <InfoNote>{kind.about}</InfoNote>}
      <RecordPassages kind={kind} record={record} />
      <RecordDecisions decisions={record.decisions} />
      <RelatedRecords related={record.related} companyId={record.companyId} />
      <RecordTimeline timeline={record.timeline} ownId={record.id} companyId={record.companyId} />
      {(company !== null || isPerson) && (
        <Objection path={objectionPath(record, company?.id ?? null)} isOfPerson={company === null} />
      )}
    </div>
  )
}

const objectionPath = ({ recordKind, id }: RecordDetail, companyId: string | null) =>
  correctionPath({ companyId, recordKind, recordId: id })

/** Whether the record can be about a natural person, whom a name does not identify. */
function namesPerson({ fields, company }: RecordDetail): boolean {
  const type = textOf(fields, 'subjectType')
  return type === '自然人' || (company === null && type !== '企业')
}

/** Link to 纠错, sticky at the bottom of the window. */
function Objection({ path, isOfPerson }: { path: string; isOfPerson: boolean }) {
  const navigate = useNavigate()
  return (
    <div className={styles.foot}>
      <p>
        信息有误，或非同一{isOfPerson ? '人' : '企业'}？<span className={styles.promise}>免费受理，20 日内答复</span>
      </p>
      <Button trackId="correction-submit" tone="line" onClick={() => void navigate(path)}>
        提交异议
      </Button>
    </div>
  )
}
