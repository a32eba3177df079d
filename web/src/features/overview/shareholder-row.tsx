import { type FieldValue, textOf } from '@baiqicha/contract/records/fields'
import type { RecordRow } from '@baiqicha/contract/records/record'
import { CompanyLink } from '../../domain/company-link.tsx'
import { amountOf, textsOf } from '../../domain/record-content.ts'
import { correctionPath, recordListPath } from '../../domain/record-paths.ts'
import { recordStateOf } from '../../domain/record-state.ts'
import { RecordStatusTag } from '../../domain/record-tags.tsx'
import { CorrectionSign } from '../../domain/section-foot.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatAmount, formatDate, formatNumber, formatPercent } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './overview-row.module.css'
import { shareOf } from './ring-parts.ts'

const amountText = (label: string, value: FieldValue | undefined) => {
  const amount = amountOf(value)
  return amount === null ? null : `${label} ${formatAmount(amount.value, amount.unit)}`
}

const dateText = (label: string, value: string | null) => (value === null ? null : `${label} ${formatDate(value)}`)

const percentText = (label: string, value: FieldValue | undefined) =>
  typeof value === 'number' ? `${label} ${formatPercent(value)}` : null

/** Facts of a shareholder besides name and share; absent ones are omitted. */
function factsOf({ fields, removedAt }: RecordRow): string[] {
  const forms = textsOf(fields['contributionForm']).join('、')
  return [
    textOf(fields, 'holderType'),
    textOf(fields, 'holdType'),
    amountText('认缴', fields['subscribedAmount']),
    dateText('认缴日期', textOf(fields, 'subscribedDate')),
    amountText('实缴', fields['paidAmount']),
    dateText('实缴日期', textOf(fields, 'paidDate')),
    forms === '' ? null : `出资方式 ${forms}`,
    percentText('最终受益股份', fields['finalBenefitPercent']),
    dateText('首次持股', textOf(fields, 'firstHoldDate')),
    dateText('移出日期', removedAt),
  ].filter((texts) => texts !== null)
}

/** Row of a shareholder: name, share, subscribed and paid-in amounts. */
export function ShareholderRow({ record, companyId }: { record: RecordRow; companyId: string }) {
  const { fields, links } = record
  const name = textOf(fields, 'name') ?? '-'
  const id = links['name']
  const share = shareOf(record)
  return (
    <article className={classNames(styles.row, recordStateOf(record) === 'past' && styles.past)}>
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
        {factsOf(record).map((texts) => (
          <bdi key={texts}>{texts}</bdi>
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

/** Link to the other investments of a shareholder, when there are any. */
function OtherCompanies({ holderId, of, count }: OtherCompaniesProps) {
  if (count === 0) return null
  const texts = `关联 ${formatNumber(count)} 家`
  return (
    <Link
      to={recordListPath('overseasInvest', holderId)}
      className={classNames(styles.others, utility.tap)}
      aria-label={`${texts}：${of}的对外投资`}
    >
      {texts}
    </Link>
  )
}
