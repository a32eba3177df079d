import { companyStatuses } from '@baiqicha/contract/company-status'
import { textOf } from '@baiqicha/contract/records/fields'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordRow } from '@baiqicha/contract/records/record'
import { CompanyLink } from '../../domain/company/company-link.tsx'
import { statusTone } from '../../domain/company/company-tags.tsx'
import { amountOf } from '../../domain/record/record-content.ts'
import { FacetRow } from '../../domain/record/record-list-head.tsx'
import { readRecordListParams } from '../../domain/record/record-list-params.ts'
import { correctionPath } from '../../domain/record/record-paths.ts'
import { RecordStatusTag, recordStateOf } from '../../domain/record/record-tags.tsx'
import { CorrectionSign } from '../../domain/record/section-foot.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatAmount, formatPercent } from '../../lib/format.ts'
import { usePageLocation } from '../../platform/navigation/page.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from './overview-list.module.css'
import { FactPairs, filledFacts, OverviewListScreen } from './overview-list-screen.tsx'
import { shareOf } from './ring-arcs.ts'

/** A status in the source's own wording has no colour: an unknown word such as 在营 is no bad sign. */
const toneOf = (status: string) => (companyStatuses.some((known) => known === status) ? statusTone(status) : 'mute')

function factsOf({ fields, removedAt }: RecordRow) {
  const amount = (name: string) => {
    const value = amountOf(fields[name])
    return value === null ? null : formatAmount(value.value, value.unit)
  }
  return filledFacts([
    ['认缴', amount('subscribedAmount')],
    ['注册资本', amount('regCapital')],
    ['法定代表人', textOf(fields, 'legalRep')],
    ['成立日期', textOf(fields, 'foundedDate')],
    ['投资日期', textOf(fields, 'investDate')],
    ['地区', textOf(fields, 'region')],
    ['行业', textOf(fields, 'industry')],
    ['移出日期', removedAt],
  ])
}

/** Row of a company in which this one has invested. */
function InvestmentRow({ record, companyId }: { record: RecordRow; companyId: string }) {
  const { fields, links } = record
  const name = textOf(fields, 'name') ?? '-'
  const status = textOf(fields, 'status')
  const id = links['name']
  const share = shareOf(record)
  const isPast = recordStateOf(record) === 'past'
  return (
    <article className={classNames(styles.row, isPast && styles.past)}>
      <div className={styles.head}>
        <h3 className={styles.name}>{id === undefined ? <bdi>{name}</bdi> : <CompanyLink id={id} name={name} />}</h3>
        <span className={styles.tags}>
          {status !== null && <Tag tone={isPast ? 'mute' : toneOf(status)}>{status}</Tag>}
          {textOf(fields, 'territory') === '境外' && <Tag>境外</Tag>}
          {record.recordStatus !== '当前有效' && <RecordStatusTag record={record} />}
        </span>
        <b className={styles.share}>{formatPercent(share)}</b>
        <CorrectionSign
          to={correctionPath({ companyId, recordKind: 'overseasInvest', recordId: record.id })}
          of={name}
        />
      </div>
      <FactPairs facts={factsOf(record)} />
    </article>
  )
}

const kind = recordKinds.overseasInvest

/** `/overview/overseasInvest?id`: 对外投资, domestic and foreign. */
export function InvestmentsPage() {
  const { search } = usePageLocation()
  const params = readRecordListParams(kind, search)
  return (
    <OverviewListScreen
      kind={kind}
      params={params}
      renderFilters={({ facets, total }, onChange) => (
        <FacetRow facets={facets} total={total} chosen={params.facets} onChange={onChange} />
      )}
    >
      {(row) => <InvestmentRow record={row} companyId={params.companyId} />}
    </OverviewListScreen>
  )
}
