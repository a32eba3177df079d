import { companyStatuses } from '@baiqicha/contract/company-status'
import { textOf } from '@baiqicha/contract/records/fields'
import type { RecordRow } from '@baiqicha/contract/records/record'
import { CompanyLink } from '../../domain/company-link.tsx'
import { statusTone } from '../../domain/company-tag-list.ts'
import { amountOf } from '../../domain/record-content.ts'
import { correctionPath } from '../../domain/record-paths.ts'
import { recordStateOf } from '../../domain/record-state.ts'
import { RecordStatusTag } from '../../domain/record-tags.tsx'
import { CorrectionSign } from '../../domain/section-foot.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatAmount, formatPercent } from '../../lib/format.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './overview-row.module.css'
import { shareOf } from './ring-parts.ts'

/** A status in the source's own wording has no colour: an unknown word such as 在营 is no bad sign. */
const toneOf = (status: string) => (companyStatuses.some((known) => known === status) ? statusTone(status) : 'mute')

const word = (label: string, text: string | null) => (text === null ? null : `${label} ${text}`)

function factsOf({ fields, removedAt }: RecordRow): string[] {
  const text = (label: string, name: string) => word(label, textOf(fields, name))
  const amount = (label: string, name: string) => {
    const value = amountOf(fields[name])
    return value === null ? null : word(label, formatAmount(value.value, value.unit))
  }
  return [
    amount('认缴', 'subscribedAmount'),
    amount('注册资本', 'regCapital'),
    text('法定代表人', 'legalRep'),
    text('成立日期', 'foundedDate'),
    text('投资日期', 'investDate'),
    textOf(fields, 'region'),
    textOf(fields, 'industry'),
    word('移出日期', removedAt),
  ].filter((texts) => texts !== null)
}

/** Row of a company in which this one has invested. */
export function InvestmentRow({ record, companyId }: { record: RecordRow; companyId: string }) {
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
      </div>
      <div className={styles.facts}>
        {factsOf(record).map((texts) => (
          <bdi key={texts}>{texts}</bdi>
        ))}
        <span className={styles.correction}>
          <CorrectionSign
            to={correctionPath({ companyId, recordKind: 'overseasInvest', recordId: record.id })}
            of={name}
          />
        </span>
      </div>
    </article>
  )
}
