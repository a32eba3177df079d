import { type FieldValue, textOf } from '@baiqicha/contract/records/fields'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordList, RecordRow } from '@baiqicha/contract/records/record'
import { useState } from 'react'
import { personPath } from '../../domain/company/company-addresses.ts'
import { CompanyLink, PersonLink } from '../../domain/company/company-link.tsx'
import { amountOf, textsOf } from '../../domain/record/record-content.ts'
import { type RecordListParams, readRecordListParams } from '../../domain/record/record-list-params.ts'
import { correctionPath, recordListPath } from '../../domain/record/record-paths.ts'
import { RecordStatusTag, recordStateOf } from '../../domain/record/record-tags.tsx'
import { CorrectionSign } from '../../domain/record/section-foot.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatAmount, formatDate, formatNumber, formatPercent } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { usePageLocation } from '../../platform/navigation/page.tsx'
import { recordRowsOf, useRecordListQuery } from '../../platform/records/record-list-query.ts'
import { Icon } from '../../ui/icon.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import overviewRowStyles from './overview-list.module.css'
import { FactPairs, filledFacts, OverviewListScreen } from './overview-list-screen.tsx'
import { OwnershipScreen } from './ownership-screen.tsx'
import { barColour, type RingArc, ringArcsOf, shareOf } from './ring-arcs.ts'
import styles from './shareholders-page.module.css'
import { UltimateScreen } from './ultimate-screen.tsx'

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
function ShareholderRow({ record, companyId, colour }: Props) {
  const [isOpen, setOpen] = useState(false)
  const more = moreFactsOf(record)
  const { fields, links } = record
  const name = textOf(fields, 'name') ?? '-'
  const id = links['name']
  const share = shareOf(record)
  return (
    <article className={classNames(overviewRowStyles.row, recordStateOf(record) === 'past' && overviewRowStyles.past)}>
      <div className={overviewRowStyles.head}>
        <h3 className={overviewRowStyles.name}>
          <HolderName record={record} companyId={companyId} />
        </h3>
        <span className={overviewRowStyles.tags}>
          {textsOf(fields['tags']).map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
          {record.recordStatus !== '当前有效' && <RecordStatusTag record={record} />}
        </span>
        <b className={overviewRowStyles.share}>{formatPercent(share)}</b>
      </div>
      <div className={overviewRowStyles.track} aria-hidden="true">
        {share !== null && <i data-colour={colour} style={{ width: `${Math.min(100, Math.max(0, share))}%` }} />}
      </div>
      <FactPairs facts={isOpen ? [...factsOf(record), ...more] : factsOf(record)} />
      <div className={overviewRowStyles.foot}>
        {id !== undefined && <OtherCompanies holderId={id} of={name} count={record.otherCompanies ?? 0} />}
        {more.length > 0 && (
          <button
            track-id="unfold"
            data-track-label="收起"
            type="button"
            className={classNames(overviewRowStyles.more, utility.tap)}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? '收起' : '更多'}：${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? '收起' : '更多'} <Icon name={isOpen ? 'up' : 'down'} size={12} />
          </button>
        )}
        <span className={overviewRowStyles.correction}>
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

const SIZE = 132
const STROKE = 16
const GAP = 1.5
/** Slightly smaller than the picture, whose edge can fall between two pixels. */
const radius = (SIZE - STROKE) / 2 - 0.5
const around = 2 * Math.PI * radius

/** Ring of shares; the list below has the same content as text. Animates once when it appears. */
function ShareRing({ parts, count }: { parts: readonly RingArc[]; count: number }) {
  return (
    <div className={styles.shareRing}>
      <svg className={styles.picture} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
        <g transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}>
          {parts.map((part) => (
            <Arc key={part.key} part={part} isWhole={parts.length === 1} />
          ))}
        </g>
        <circle
          className={styles.cover}
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={radius}
          strokeWidth={STROKE + 2}
          pathLength={100}
        />
        <text className={styles.count} x="50%" y="49%">
          {count}
        </text>
        <text className={styles.unit} x="50%" y="64%">
          名股东
        </text>
      </svg>
      <ul className={styles.legend} aria-label={`${count} 名股东的持股比例`}>
        {parts.map(({ key, name, percent, colour }) => (
          <li key={key}>
            <i className={classNames(styles.mark, styles[`c${colour}`])} aria-hidden="true" />
            <bdi className={styles.name}>{name}</bdi>
            <b>{formatPercent(percent)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A share too small for the gap is drawn as a line. */
function Arc({ part, isWhole }: { part: RingArc; isWhole: boolean }) {
  const length = Math.max(0.5, ((part.to - part.from) / 100) * around - (isWhole ? 0 : GAP))
  return (
    <circle
      className={classNames(styles.arc, styles[`c${part.colour}`])}
      cx={SIZE / 2}
      cy={SIZE / 2}
      r={radius}
      strokeWidth={STROKE}
      strokeDasharray={`${length} ${around - length}`}
      strokeDashoffset={(-part.from / 100) * around}
    />
  )
}

const kind = recordKinds.shareholderInfo

/** `/overview/shareholderInfo?id`: shareholders; with `view=tree` the ownership tree, with `view=ultimate` 最终持股. */
export function ShareholdersPage() {
  const { search } = usePageLocation()
  const params = readRecordListParams(kind, search)
  const query = new URLSearchParams(search)
  if (query.get('view') === 'tree' && params.companyId !== '') {
    const shape = query.get('as') === 'list' ? 'list' : 'picture'
    const holder = /^\d{1,2}$/.test(query.get('holder') ?? '') ? Number(query.get('holder')) : null
    return <OwnershipScreen key={params.companyId} companyId={params.companyId} shape={shape} holder={holder} />
  }
  if (query.get('view') === 'ultimate' && params.companyId !== '') {
    return <UltimateScreen key={params.companyId} companyId={params.companyId} />
  }
  return <ShareholderList params={params} />
}

/** The latest publication comes before the registration. */
const bases = ['最新公示', '工商登记'] as const
type Basis = (typeof bases)[number]

const basesOf = (answer: RecordList | undefined): Basis[] =>
  bases.filter((basis) =>
    answer?.facets.some(({ name, options }) => name === 'basis' && options.some(({ value }) => value === basis)),
  )

function ShareholderList({ params }: { params: RecordListParams }) {
  // Shows one of two bases, otherwise each shareholder would appear twice. The unfiltered list states which bases
  // exist.
  const all = useRecordListQuery(kind.key, params.companyId, { view: params.view })
  const known = basesOf(all.data?.pages[0])
  const selected = known.find((basis) => basis === params.facets['basis']) ?? known[0]
  const shown = known.length > 1 && selected !== undefined ? { ...params, facets: { basis: selected } } : params
  const current = useRecordListQuery(kind.key, params.companyId, { view: shown.view, ...shown.facets })
  const parts = params.view === 'current' ? wholeRing(current.data?.pages ?? []) : null
  return (
    <OverviewListScreen
      kind={kind}
      params={shown}
      action={
        params.companyId !== '' && (
          <Link
            track-id="ownership-tree"
            className={styles.tree}
            to={recordListPath('shareholderInfo', params.companyId, { view: 'tree' })}
          >
            穿透图
          </Link>
        )
      }
      renderFilters={(answer, onChange) => (
        <BasisLine
          companyId={params.companyId}
          known={known}
          selected={selected}
          date={params.view === 'current' ? basisDateOf(answer) : null}
          onChange={(basis) => onChange({ basis })}
        />
      )}
      renderBefore={(rows) =>
        parts !== null && (
          <div className={styles.ring}>
            <ShareRing parts={parts} count={rows.length} />
          </div>
        )
      }
    >
      {(row) => <ShareholderRow record={row} companyId={params.companyId} colour={barColour(parts, row.id)} />}
    </OverviewListScreen>
  )
}

const basisDateOf = ({ list }: RecordList): string | null =>
  list.map((row) => textOf(row.fields, 'basisDate')).find((day) => day !== null) ?? null

type BasisProps = {
  companyId: string
  known: readonly Basis[]
  selected: Basis | undefined
  /** Date of the basis; null for history, which has many. */
  date: string | null
  onChange: (basis: Basis) => void
}

/** Basis of the list and its date, with a switch when there are two. */
function BasisLine({ companyId, known, selected, date, onChange }: BasisProps) {
  if (selected === undefined) return null
  return (
    <div className={styles.basis}>
      {known.length > 1 ? (
        <Segments
          trackId="shareholder-basis"
          items={known.map((basis) => ({ key: basis, label: basis }))}
          value={selected}
          onChange={onChange}
          label="股东口径"
        />
      ) : (
        <span>{selected}</span>
      )}
      {date !== null && <span>截至 {date}</span>}
      <Link
        track-id="ultimate-holders"
        className={styles.ultimate}
        to={recordListPath('shareholderInfo', companyId, { view: 'ultimate' })}
      >
        最终持股与控制 <Icon name="right" size={14} />
      </Link>
    </div>
  )
}

/** Parts of the ring, when all shareholders are loaded and their shares add up to 100 %. */
function wholeRing(pages: readonly RecordList[]): RingArc[] | null {
  const rows = recordRowsOf(pages)
  return rows.length === pages[0]?.total ? ringArcsOf(rows) : null
}
