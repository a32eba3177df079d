import { type FieldValue, textOf } from '@baiqicha/contract/records/fields'
import type { RecordRow } from '@baiqicha/contract/records/record'
import { CompanyLink } from '../../domain/company-link.tsx'
import { amountOf, textsOf } from '../../domain/record-content.ts'
import { correctionPath, recordListPath } from '../../domain/record-paths.ts'
import { standingOf } from '../../domain/record-state.ts'
import { RecordStatusTag } from '../../domain/record-tags.tsx'
import { CorrectionSign } from '../../domain/section-foot.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatAmount, formatDate, formatNumber, formatPercent } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './overview-row.module.css'
import { shareOf } from './ring-parts.ts'

const amountWords = (label: string, value: FieldValue | undefined) => {
  const amount = amountOf(value)
  return amount === null ? null : `${label} ${formatAmount(amount.value, amount.unit)}`
}

const dateWords = (label: string, value: string | null) => (value === null ? null : `${label} ${formatDate(value)}`)

const percentWords = (label: string, value: FieldValue | undefined) =>
  typeof value === 'number' ? `${label} ${formatPercent(value)}` : null

/** What is told of a holder beside the name and the share; absent facts are left out. */
function factsOf({ fields, removedAt }: RecordRow): string[] {
  const forms = textsOf(fields['contributionForm']).join('、')
  return [
    textOf(fields, 'holderType'),
    textOf(fields, 'holdType'),
    amountWords('认缴', fields['subscribedAmount']),
    dateWords('认缴日期', textOf(fields, 'subscribedDate')),
    amountWords('实缴', fields['paidAmount']),
    dateWords('实缴日期', textOf(fields, 'paidDate')),
    forms === '' ? null : `出资方式 ${forms}`,
    percentWords('最终受益股份', fields['finalBenefitPercent']),
    dateWords('首次持股', textOf(fields, 'firstHoldDate')),
    dateWords('移出日期', removedAt),
  ].filter((words) => words !== null)
}

/** A holder: name, share, and what was promised and paid. */
export function ShareholderRow({ record, companyId }: { record: RecordRow; companyId: string }) {
  const { fields, links } = record
  const name = textOf(fields, 'name') ?? '-'
  const id = links['name']
  const share = shareOf(record)
  return (
    <article className={classNames(styles.row, standingOf(record) === 'past' && styles.past)}>
      <div className={styles.head}>
        <h3 className={styles.name}>{id === undefined ? <bdi>{name}</bdi> : <CompanyLink id={id} name={name} />}</h3>
        <span className={styles.tags}>
          {textsOf(fields['tags']).map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
          {record.recordStatus !== '当前有效' && <RecordStatusTag record={record} />}
        </span>
        <b className={styles.share}>{formatPercent(share)}</b>
      </div>
      <div className={styles.track} aria-hidden="true">
        {share !== null && <i style={{ width: `${Math.min(100, Math.max(0, share))}%` }} />}
      </div>
      <div className={styles.facts}>
        {factsOf(record).map((words) => (
          <bdi key={words}>{words}</bdi>
        ))}
        {id !== undefined && <OtherCompanies holderId={id} of={name} count={record.otherCompanies ?? 0} />}
        <span className={styles.correction}>
          <CorrectionSign
            to={correctionPath({ companyId, recordKind: 'shareholderInfo', recordId: record.id })}
            of={name}
          />
        </span>
      </div>
    </article>
  )
}

type OtherCompaniesProps = { holderId: string; of: string; count: number }

/** Leads to what a holder holds shares in, where any is known. */
function OtherCompanies({ holderId, of, count }: OtherCompaniesProps) {
  if (count === 0) return null
  const words = `关联 ${formatNumber(count)} 家`
  return (
    <Link
      to={recordListPath('overseasInvest', holderId)}
      className={classNames(styles.others, utility.tap)}
      aria-label={`${words}：${of}的对外投资`}
    >
      {words}
    </Link>
  )
}
