import { CORRECTION_DAYS } from '@baiqicha/contract/correction'
import { textOf } from '@baiqicha/contract/records/fields'
import { type DetailKindKey, detailKindKeys, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordDetail } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { recordDetailRoutes } from '@baiqicha/contract/routes/record'
import { useQuery } from '@tanstack/react-query'
import shared from '../../domain/page/shared.module.css'
import { passagesOf } from '../../domain/record/record-content.ts'
import { correctionPath, detailPathname, recordDetailPath, recordListPath } from '../../domain/record/record-paths.ts'
import { RecordFailed } from '../../domain/record/record-states.tsx'
import { recordStateOf } from '../../domain/record/record-tags.tsx'
import { ShareAction } from '../../domain/share/share-action.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { apiQuery } from '../../platform/api/client.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { PageBar, usePageLocation } from '../../platform/navigation/page.tsx'
import { PageLoginPrompt } from '../../platform/navigation/page-frame.tsx'
import { findPage } from '../../platform/navigation/pages.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DemoStrip, InfoNote } from '../../ui/info-note.tsx'
import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import { NAMESAKE_PERSONS } from './messages.ts'
import styles from './record-page.module.css'
import { RecordRegister } from './record-register.tsx'
import { CardTitle, RecordTimeline } from './record-timeline.tsx'

type Related = RecordDetail['related'][number]
type RelatedRecordsProps = Pick<RecordDetail, 'related' | 'companyId'>

/** Number of records listed per kind; the others are counted. */
const NAMED = 3

type Row = { key: string; label: string; texts: string; to: string | null }

/** Records of the same matter. A kind without detail pages links to its list. */
function RelatedRecords({ related, companyId }: RelatedRecordsProps) {
  if (related.length === 0) return null
  return (
    <Card>
      <CardTitle aside="同案号或执行依据">相关记录</CardTitle>
      <ul>
        {listRows(related, companyId).map(({ key, label, texts, to }) => (
          <li key={key} className={styles.item}>
            {to === null ? (
              <span className={styles.row}>
                <RowText label={label} texts={texts} />
              </span>
            ) : (
              <Link track-id="related-row" className={styles.row} to={to}>
                <RowText label={label} texts={texts} />
                <Icon name="right" size={16} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function RowText({ label, texts }: Pick<Row, 'label' | 'texts'>) {
  return (
    <>
      <span className={styles.label}>{label}</span>
      <bdi className={styles.texts}>{texts}</bdi>
    </>
  )
}

const listOf = (key: RecordKindKey, companyId: string | null) =>
  companyId === null ? null : recordListPath(key, companyId)

function listRows(related: readonly Related[], companyId: string | null): Row[] {
  const kinds = [...new Set(related.map(({ recordKind }) => recordKind))]
  return kinds.flatMap((key): Row[] => {
    const ofKind = related.filter(({ recordKind }) => recordKind === key)
    const label = recordKinds[key].title
    if (ofKind.length > NAMED) {
      return [{ key, label, texts: `${formatNumber(ofKind.length)} 条`, to: listOf(key, companyId) }]
    }
    return ofKind.map(({ id, title, hasDetail }) => ({
      key: id,
      label,
      texts: title,
      to: hasDetail ? recordDetailPath(key, id, companyId) : listOf(key, companyId),
    }))
  })
}

/** Parts of a judgment that are expanded first. */
const openFirst = ['裁判结果', '本院认为']

type Props = { kind: RecordKind; record: Pick<RecordDetail, 'fields'> }

/** Long text of a record in collapsible parts. The first part is expanded when none of `openFirst` exists. */
function RecordPassages({ kind, record }: Props) {
  return Object.entries(kind.fields).map(([name, field]) => {
    const passages = field.type === 'passages' ? passagesOf(record.fields[name]) : []
    if (passages.length === 0) return null
    const hasFirst = passages.some(({ title }) => openFirst.includes(title))
    return (
      <Card key={name}>
        <CardTitle>{field.label}</CardTitle>
        <Accordion
          items={passages.map(({ title, text }, at) => ({
            title,
            content: <bdi className={styles.text}>{text}</bdi>,
            isOpen: hasFirst ? openFirst.includes(title) : at === 0,
          }))}
        />
      </Card>
    )
  })
}

/** Page of a record: content, related records and 纠错. */
function RecordBody({ record }: { record: RecordDetail }) {
  const kind = recordKinds[record.recordKind]
  const isPast = recordStateOf(record) === 'past'
  const { company } = record
  const isPerson = textOf(record.fields, 'subjectType') === '自然人'
  return (
    <div className={classNames(styles.body, isPast && styles.past)}>
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

/** Note that an objection is open, with its due date. */
function DisputeNote({ dispute }: Pick<RecordDetail, 'dispute'>) {
  if (dispute === null) return null
  return (
    <InfoNote tone="amber">
      <b>异议处理中</b>：{formatDate(dispute.since)} 收到异议，核查期间不计入当前数量，{CORRECTION_DAYS} 日内答复。
    </InfoNote>
  )
}

/** Results of objections, with the statement of the person concerned. */
function RecordDecisions({ decisions }: Pick<RecordDetail, 'decisions'>) {
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

const rows = ['1', '2', '3', '4', '5', '6', '7']

/** Skeleton of a record's page. */
function RecordSkeleton() {
  return (
    <div className={`${skeleton.delayed} ${styles.page}`} aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      <div className={styles.head}>
        <Skeleton width={220} height={18} />
        <Skeleton width={54} height={18} />
      </div>
      <Skeleton width={180} height={14} />
      <Skeleton width="100%" height={66} radius={8} />
      <div className={shared.lines}>
        {rows.map((row) => (
          <Skeleton key={row} width="100%" height={34} />
        ))}
      </div>
    </div>
  )
}

/** A record in full, for the company of the page. */
const useRecordQuery = (
  key: DetailKindKey,
  { id, companyId, isEnabled }: { id: string; companyId: string; isEnabled: boolean },
) =>
  useQuery({
    ...apiQuery(
      ['recordDetail', key, id, companyId],
      recordDetailRoutes[`${key}Detail`],
      { id, ...(companyId !== '' && { companyId }) },
      { silent: false },
    ),
    enabled: isEnabled && id !== '',
  })

/** Kind of a detail page's pathname. Throws for any other. */
function keyOfDetailPath(pathname: string): DetailKindKey {
  const key = detailKindKeys.find((known) => detailPathname(known) === pathname)
  if (key === undefined) throw new Error(`No record at ${pathname}`)
  return key
}

/** `/legalRisk/<kind>Detail` and `/businessRisk/<kind>Detail`: a record in full. Needs a session. */
export function RecordPage() {
  const { pathname, search } = usePageLocation()
  const key = keyOfDetailPath(pathname)
  const params = new URLSearchParams(search)
  const id = params.get('id') ?? ''
  const companyId = params.get('companyId') ?? ''
  const { isLoggedIn } = useSession()
  const { data, error, refetch } = useRecordQuery(key, { id, companyId, isEnabled: isLoggedIn })
  const title = findPage(pathname)?.title ?? ''
  const path = recordDetailPath(key, id, companyId === '' ? null : companyId)

  return (
    <>
      <PageBar title={title} line right={data !== undefined && <ShareAction path={path} about={title} />} />
      {isLoggedIn && data !== undefined && error === null ? (
        <RecordBody record={data} />
      ) : (
        <div className={shared.plain}>
          {!isLoggedIn ? (
            <PageLoginPrompt purpose={`查看${title}`} />
          ) : id === '' || error !== null ? (
            <RecordFailed failure={readFailure(error)} onRetry={() => void refetch()} />
          ) : (
            <RecordSkeleton />
          )}
        </div>
      )}
    </>
  )
}
