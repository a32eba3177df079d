import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import type { CompanyPerspective, Perspective, PerspectiveRow } from '@baiqicha/contract/company-perspective'
import type { CheckResult, OfficialChecks } from '@baiqicha/contract/official-check'
import { useMemo, useState } from 'react'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import { companyPath } from '../../domain/company/company-path.ts'
import { PerspectiveSentence } from '../../domain/company/perspective-sentence.tsx'
import { lastCheckedOn } from '../../domain/official-check/check-progress.tsx'
import { recordListPath } from '../../domain/record/record-paths.ts'
import type { PosterPerspective } from '../../domain/share/poster-content.ts'
import { useShareSheet } from '../../domain/share/share-action.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatShanghaiDate, joinStated } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { readFailure } from '../../platform/api/failure.ts'
import { SessionLink } from '../../platform/navigation/session-link.tsx'
import { useOfficialChecksQuery } from '../../platform/official-check/official-check-queries.ts'
import { usePerspectiveQuery } from '../../platform/perspective/perspective-query.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import { CompanyChecks } from './company-overview.tsx'
import styles from './perspective.module.css'
import { CasesCard, PeopleCard } from './perspective-charts.tsx'
import { isPublic } from './section-views.ts'

/** Facts whose sentences name persons. A poster leaves the app, so it has none of them. */
const personal = ['management', 'representativeChange']

/** What the user marked, site by site; null: no site. Sites without a mark are named as such: nothing is said of them. */
function checkedText(sites: OfficialChecks['sites']): string | null {
  const counted = (wanted: CheckResult | null) => sites.filter(({ result }) => result === wanted).length
  const day = lastCheckedOn(sites)
  if (day === null) return null
  const parts = [
    ['有记录', counted('found')],
    ['未见记录', counted('none')],
    ['未核查', counted(null)],
  ] as const
  const texts = parts.flatMap(([label, count]) => (count === 0 ? [] : [`${label} ${count} 个`]))
  return `${sites.length} 个官方网站：${texts.join('，')}（最近 ${day}）`
}

/** What the poster of a perspective shows. */
function posterPerspectiveOf(
  title: string,
  { rows }: CompanyPerspective,
  sites: OfficialChecks['sites'],
): PosterPerspective {
  return {
    title,
    statements: rows.flatMap(({ fact, label, sentence, sources: [source] }) =>
      source === undefined || personal.includes(fact)
        ? []
        : [{ label, text: sentence.map(({ text }) => text).join(''), source }],
    ),
    checked: checkedText(sites),
  }
}

const purposes = { jobSeeker: '求职', counterparty: '合作' } as const

type Props = { detail: CompanyDetail; perspective: Perspective }

/** 求职视角 or 合作视角: what is known, one sentence each with its source, and what is not. */
export function PerspectiveTab({ detail, perspective }: Props) {
  const { data, error, refetch } = usePerspectiveQuery(detail.id, perspective)
  if (data !== undefined) return <PerspectiveRows detail={detail} data={data} />
  if (error !== null) {
    return (
      <Card>
        <CompanyFailed failure={readFailure(error)} onRetry={() => void refetch()} compact />
      </Card>
    )
  }
  return <SkeletonGroups groups={skeletonGroups} className={styles.loading} />
}

const skeletonGroups = [
  Array.from({ length: 6 }, (_, at): readonly [string, number] => [at % 2 === 0 ? '90%' : '55%', 16]),
  Array.from({ length: 4 }, (): readonly [string, number] => ['100%', 16]),
]

const isChart = ({ people, cases }: PerspectiveRow) => people !== null || cases !== null

/** Rows below each other share a card; a chart has a card of its own. */
function groupRows(rows: readonly PerspectiveRow[]): PerspectiveRow[][] {
  const groups: PerspectiveRow[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.[0] === undefined || isChart(row) || isChart(last[0])) groups.push([row])
    else last.push(row)
  }
  return groups
}

function PerspectiveRows({ detail, data }: { detail: CompanyDetail; data: CompanyPerspective }) {
  const { id, perspective, rows, unconnected, unrecorded } = data
  const [year] = useState(() => Number(formatShanghaiDate(new Date().toISOString()).slice(0, 4)))
  return (
    <>
      <div className={styles.summary}>
        <p>{joinStated([`${rows.length} 项已收录`, unconnected.length > 0 && `${unconnected.length} 类未接入`])}</p>
        {rows.length > 0 && <PosterButton detail={detail} data={data} />}
      </div>
      {rows.length === 0 && (
        <Card>
          <ListState art="nothing" title="暂未收录相关信息" text="未收录不代表没有" compact />
        </Card>
      )}
      {groupRows(rows).map((group) => {
        const [first] = group
        if (first?.people != null) return <PeopleCard key={first.fact} row={first} people={first.people} year={year} />
        if (first?.cases != null) {
          return <CasesCard key={first.fact} row={first} cases={first.cases} companyId={id} />
        }
        return (
          <Card key={first?.fact}>
            <ul className={styles.rows}>
              {group.map((row) => (
                <li key={row.fact}>
                  <FactLine row={row} companyId={id} />
                </li>
              ))}
            </ul>
          </Card>
        )
      })}
      {unconnected.length > 0 && <CompanyChecks companyId={id} />}
      <AbsentFacts unconnected={unconnected} unrecorded={unrecorded} />
      <p className={styles.note}>以上为公示信息，不构成信用评价或{purposes[perspective]}建议。</p>
    </>
  )
}

/** 生成海报: the poster of the perspective, with what the user checked. */
function PosterButton({ detail, data }: { detail: CompanyDetail; data: CompanyPerspective }) {
  const { data: checks } = useOfficialChecksQuery(detail.id)
  const title = `${purposes[data.perspective]}视角`
  // A poster is drawn again when its object changes.
  const poster = useMemo(
    () => ({ ...detail, perspective: posterPerspectiveOf(title, data, checks?.sites ?? []) }),
    [detail, title, data, checks],
  )
  const { open, sheet } = useShareSheet({
    path: companyPath(detail.id, data.perspective),
    about: `${detail.name}${title}`,
    poster,
    startsWithPoster: true,
  })
  return (
    <>
      <button track-id="perspective-poster" type="button" className={styles.poster} onClick={open}>
        <Icon name="image" size={16} />
        生成海报
      </button>
      {sheet}
    </>
  )
}

/** Facts of the register entry open it. */
const registerFacts = ['age', 'paidInCapital']

function pathOf({ fact, list }: PerspectiveRow, id: string): string | null {
  if (list !== null) return recordListPath(list.kind, id, list.filters)
  return registerFacts.includes(fact) ? `/overview/businessInfo?${new URLSearchParams({ id }).toString()}` : null
}

function FactLine({ row, companyId }: { row: PerspectiveRow; companyId: string }) {
  const { label, sentence, sources, tone, list } = row
  const to = pathOf(row, companyId)
  const [source] = sources
  const content = (
    <>
      <span className={styles.label}>{label}</span>
      <span>
        <span className={classNames(styles.sentence, tone === 'mute' && styles.mute)}>
          <PerspectiveSentence parts={sentence} />
        </span>
        {source !== undefined && (
          <span className={styles.source}>
            <SourceChip name={source.sourceName} url={to === null ? source.sourceUrl : null} asOf={source.asOf} />
          </span>
        )}
      </span>
      {to !== null && <Icon name="right" size={14} className={styles.arrow} />}
    </>
  )
  if (to === null) return <div className={styles.row}>{content}</div>
  const RowLink = list === null || isPublic(list.kind) ? Link : SessionLink
  return (
    <RowLink track-id="perspective-row" to={to} className={styles.row}>
      {content}
    </RowLink>
  )
}

const namesOf = (facts: CompanyPerspective['unconnected']) => facts.map(({ label }) => label).join('、')

/** What no source covers, and what no source states, once and last. */
function AbsentFacts({ unconnected, unrecorded }: Pick<CompanyPerspective, 'unconnected' | 'unrecorded'>) {
  if (unconnected.length + unrecorded.length === 0) return null
  return (
    <Card label="未接入与未收录">
      <div className={styles.absent}>
        <Icon name="plug" size={16} />
        <div>
          {unconnected.length > 0 && (
            <p>
              <b>{unconnected.length} 类未接入</b>：{namesOf(unconnected)}。暂无法判断是否有相关记录。
            </p>
          )}
          {unrecorded.length > 0 && (
            <p>
              <b>{unrecorded.length} 项未收录</b>：{namesOf(unrecorded)}。
            </p>
          )}
        </div>
      </div>
    </Card>
  )
}
