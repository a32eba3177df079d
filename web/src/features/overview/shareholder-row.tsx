import { type FieldValue, textOf } from '@baiqicha/contract/records/fields'
import type { RecordRow } from '@baiqicha/contract/records/record'
import { useState } from 'react'
import { CompanyLink } from '../../domain/company/company-link.tsx'
import { PersonLink } from '../../domain/company/person-link.tsx'
import { personPath } from '../../domain/company/person-path.ts'
import { amountOf, textsOf } from '../../domain/record/record-content.ts'
import { correctionPath, recordListPath } from '../../domain/record/record-paths.ts'
import { recordStateOf } from '../../domain/record/record-state.ts'
import { RecordStatusTag } from '../../domain/record/record-tags.tsx'
import { CorrectionSign } from '../../domain/record/section-foot.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatAmount, formatDate, formatNumber, formatPercent } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import { FactPairs, filledFacts } from './fact-pairs.tsx'
import styles from './overview-row.module.css'
import { shareOf } from './ring-arcs.ts'

const amountText = (value: FieldValue | undefined) => {
  const amount = amountOf(value)
  return amount === null ? null : formatAmount(amount.value, amount.unit)
}

const percentText = (value: FieldValue | undefined) => (typeof value === 'number' ? formatPercent(value) : null)

/** Facts of a shareholder besides name and share. */
const factsOf = ({ fields, removedAt }: RecordRow) =>
  filledFacts([
    ['类型', textOf(fields, 'holderType')],
    ['认缴', amountText(fields['subscribedAmount'])],
    ['认缴日期', formatDate(textOf(fields, 'subscribedDate'))],
    ['实缴', amountText(fields['paidAmount'])],
    ['实缴日期', formatDate(textOf(fields, 'paidDate'))],
    ['出资方式', textsOf(fields['contributionForm']).join('、')],
    ['移出日期', formatDate(removedAt)],
  ])

/** Facts that are shown on request. */
const moreFactsOf = ({ fields }: RecordRow) =>
  filledFacts([
    ['持股类型', textOf(fields, 'holdType')],
    ['最终受益', percentText(fields['finalBenefitPercent'])],
    ['首次持股', formatDate(textOf(fields, 'firstHoldDate'))],
  ])

type Props = {
  record: RecordRow
  companyId: string
  /** Number of the bar's colour: that of the shareholder in the ring. */
  colour: number
}

/** Row of a shareholder: name, share, subscribed and paid-in amounts. */
export function ShareholderRow({ record, companyId, colour }: Props) {
  const [isOpen, setOpen] = useState(false)
  const more = moreFactsOf(record)
  const { fields, links } = record
  const name = textOf(fields, 'name') ?? '-'
  const id = links['name']
  const share = shareOf(record)
  return (
    <article className={classNames(styles.row, recordStateOf(record) === 'past' && styles.past)}>
      <div className={styles.head}>
        <h3 className={styles.name}>
          <HolderName record={record} companyId={companyId} />
        </h3>
        <span className={styles.tags}>
          {textsOf(fields['tags']).map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
          {record.recordStatus !== '当前有效' && <RecordStatusTag record={record} />}
        </span>
        <b className={styles.share}>{formatPercent(share)}</b>
      </div>
      <div className={styles.track} aria-hidden="true">
        {share !== null && <i data-colour={colour} style={{ width: `${Math.min(100, Math.max(0, share))}%` }} />}
      </div>
      <FactPairs facts={isOpen ? [...factsOf(record), ...more] : factsOf(record)} />
      <div className={styles.foot}>
        {id !== undefined && <OtherCompanies holderId={id} of={name} count={record.otherCompanies ?? 0} />}
        {more.length > 0 && (
          <button
            track-id="unfold"
            data-track-label="收起"
            type="button"
            className={classNames(styles.more, utility.tap)}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? '收起' : '更多'}：${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? '收起' : '更多'} <Icon name={isOpen ? 'up' : 'down'} size={12} />
          </button>
        )}
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

/** Name of a shareholder: links to the company, or to the page of a natural person. */
function HolderName({ record: { id: recordId, fields, links }, companyId }: Pick<Props, 'record' | 'companyId'>) {
  const name = textOf(fields, 'name') ?? '-'
  const id = links['name']
  if (id !== undefined) return <CompanyLink id={id} name={name} />
  if (textOf(fields, 'holderType') !== '自然人股东') return <bdi>{name}</bdi>
  return <PersonLink to={personPath(companyId, { recordId })} name={name} />
}

type OtherCompaniesProps = { holderId: string; of: string; count: number }

/** Link to the other investments of a shareholder, when there are any. */
function OtherCompanies({ holderId, of, count }: OtherCompaniesProps) {
  if (count === 0) return null
  const texts = `关联 ${formatNumber(count)} 家`
  return (
    <Link
      track-id="holder-investments"
      data-track-label=""
      to={recordListPath('overseasInvest', holderId)}
      className={classNames(utility.link, utility.tap)}
      aria-label={`${texts}：${of}的对外投资`}
    >
      {texts}
    </Link>
  )
}
