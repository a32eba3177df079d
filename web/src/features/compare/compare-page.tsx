import type { CompanyComparison, ComparedCompany } from '@baiqicha/contract/company-comparison'
import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { COMPARED_LEAST, COMPARED_MOST } from '@baiqicha/contract/compared-ids'
import { comparisonRoutes } from '@baiqicha/contract/routes/perspective'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { companyPath } from '../../domain/company/company-path.ts'
import { CompanyRow, findNamesakes } from '../../domain/company/company-row.tsx'
import { LogoPlaceholder } from '../../domain/company/logo-placeholder.tsx'
import { listViewedCompanies } from '../../domain/company/recent-companies.ts'
import { type ChosenCompany, comparePath } from '../../domain/compare/compare-bar.tsx'
import { BackBarAction } from '../../domain/page/back-bar-action.tsx'
import { PageFailed } from '../../domain/page/page-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import { ShareAction, useShareSheet } from '../../domain/share/share-action.tsx'
import { classNames } from '../../lib/class-names.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { apiQuery } from '../../platform/api/client.ts'
import { type Failure, readFailure } from '../../platform/api/failure.ts'
import { useCompareBasket } from '../../platform/compare/compare-basket.ts'
import { useRecentBrowseQuery } from '../../platform/history/history-queries.ts'
import { PageBar, usePageQuery } from '../../platform/navigation/page.tsx'
import { keepScroll } from '../../platform/navigation/page-scroll.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DemoStrip, InfoNote } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from './compare-page.module.css'
import { FactsView, PerspectiveView } from './compare-views.tsx'
import { type CompareView, posterComparisonOf, readCompareParams } from './comparison.ts'

type CompareHeadProps = {
  companies: readonly ComparedCompany[]
  view: CompareView
  /** null: the page itself offers companies. */
  onAdd: (() => void) | null
  onRemove: (id: string) => void
}

/** The companies, which stay on screen. A third one can be added, and one of three removed. */
function CompareHead({ companies, view, onAdd, onRemove }: CompareHeadProps) {
  const isFull = companies.length === COMPARED_MOST
  return (
    <div className={classNames(styles.head, view !== 'facts' && styles.begins)} data-companies={companies.length}>
      {!isFull && onAdd !== null && (
        <button track-id="compare-add" type="button" className={styles.add} onClick={onAdd}>
          <Icon name="plus" size={20} />
          加一家
        </button>
      )}
      {companies.map((company) => (
        <div key={company.id} className={styles.pageCompany}>
          <Link track-id="compare-company" to={companyPath(company.id)} className={styles.name}>
            <LogoPlaceholder company={company} size="xs" />
            <bdi>{company.briefName}</bdi>
            {company.isDemo ? <Tag tone="demo">演示数据</Tag> : company.code !== null && <small>{company.code}</small>}
          </Link>
          {isFull && (
            <button
              track-id="compare-remove"
              type="button"
              className={styles.remove}
              aria-label={`移除${company.briefName}`}
              onClick={() => onRemove(company.id)}
            >
              <Icon name="close" size={14} />
            </button>
          )}
        </div>
      ))}
    </div>
  )
}

type Props = { companies: readonly ChosenCompany[]; view: CompareView }

/** Companies viewed last, which join the comparison at a tap, and the way to the search, where the basket has the companies. */
function CompanyPicker({ companies, view }: Props) {
  const { isLoggedIn } = useSession()
  const viewed = useRecentBrowseQuery()
  const navigate = useNavigate()
  const { start } = useCompareBasket()
  const ids = companies.map(({ id }) => id)
  const others: readonly CompanySummary[] = listViewedCompanies(isLoggedIn ? viewed : null).filter(
    ({ id }) => !ids.includes(id),
  )
  const namesakes = findNamesakes(others)
  return (
    <div className={styles.picker}>
      <Button
        trackId="search-open"
        tone="soft"
        block
        onClick={() => {
          start(companies)
          void navigate('/search')
        }}
      >
        搜索企业
      </Button>
      {others.length > 0 && (
        <section aria-label="最近浏览">
          <h2 className={styles.title}>最近浏览</h2>
          {others.map((company) => (
            <CompanyRow
              key={company.id}
              company={company}
              variant="compact"
              isNamesake={namesakes.has(company.id)}
              to={comparePath([...ids, company.id], view)}
            />
          ))}
        </section>
      )}
    </div>
  )
}

const TITLE = '企业对比'

/** Facts and risks of companies side by side. Without ids nothing is requested. */
const useComparisonQuery = (ids: readonly string[]) =>
  useQuery({
    ...apiQuery(['companyComparison', ...ids], comparisonRoutes.companyComparison, { ids: ids.join(',') }),
    enabled: ids.length > 0,
  })

/** `/compare?ids&view`: two or three companies side by side. Visitors read it within the limit of company pages. */
export function ComparePage() {
  const { ids, view, notes } = readCompareParams(usePageQuery())
  const { data, error, refetch } = useComparisonQuery(ids)
  if (data !== undefined) {
    const missing = ids.length - data.companies.length
    const allNotes = missing === 0 ? notes : [...notes, `${missing} 家企业未找到，未列入对比`]
    return <Comparison data={data} view={view} notes={allNotes} />
  }
  return (
    <>
      <PageBar title={TITLE} line />
      {ids.length > 0 && error === null ? (
        <SkeletonGroups groups={skeletonGroups} className={styles.pageLoading} />
      ) : (
        <div className={shared.plain}>
          <NoComparison failure={readFailure(error)} onRetry={() => void refetch()} />
        </div>
      )}
    </>
  )
}

const skeletonGroups = [
  [['100%', 56]],
  ...Array.from({ length: 8 }, (): (readonly [string, number])[] => [['100%', 24]]),
] as const

/** `failure` null: the address names no company. */
function NoComparison({ failure, onRetry }: { failure: Failure | null; onRetry: () => void }) {
  if (failure === null || failure.type === 'missing') {
    return (
      <>
        <ListState
          art="nothing"
          title={failure === null ? '请选择企业' : '未找到所选企业'}
          text={`选择 ${COMPARED_LEAST}–${COMPARED_MOST} 家企业进行对比`}
          compact
        />
        <CompanyPicker companies={[]} view="facts" />
      </>
    )
  }
  return (
    <PageFailed
      title={failure.type === 'limited' ? '访问太频繁' : '加载失败'}
      reason={failure.reason}
      onRetry={onRetry}
    />
  )
}

type ComparisonProps = { data: CompanyComparison; view: CompareView; notes: readonly string[] }

function Comparison({ data, view, notes }: ComparisonProps) {
  const { companies } = data
  const navigate = useNavigate()
  const [isAdding, setIsAdding] = useState(false)
  const ids = companies.map(({ id }) => id)
  const demos = companies.filter(({ isDemo }) => isDemo).map(({ briefName }) => briefName)
  const isWhole = companies.length >= COMPARED_LEAST
  const show = (others: readonly string[], next = view) => void navigate(comparePath(others, next), keepScroll)
  return (
    <>
      <PageBar title={TITLE} right={isWhole && <Actions data={data} view={view} />} />
      {demos.length > 0 && (
        <DemoStrip text={demos.length < companies.length ? `演示数据：${demos.join('、')}为虚构企业` : undefined} />
      )}
      <CompareHead
        companies={companies}
        view={view}
        onAdd={isWhole ? () => setIsAdding(true) : null}
        onRemove={(id) => show(ids.filter((other) => other !== id))}
      />
      {notes.length > 0 && (
        <div className={styles.notes}>
          <InfoNote tone="amber">{notes.join('；')}。</InfoNote>
        </div>
      )}
      {isWhole ? (
        <>
          {view === 'facts' ? (
            <FactsView data={data} onView={(next) => show(ids, next)} />
          ) : (
            <PerspectiveView companies={companies} view={view} onView={(next) => show(ids, next)} />
          )}
          <Sheet open={isAdding} onClose={() => setIsAdding(false)} title="加一家">
            <CompanyPicker companies={companies} view={view} />
          </Sheet>
        </>
      ) : (
        <div className={styles.single}>
          <p>再选一家企业即可对比</p>
          <CompanyPicker companies={companies} view={view} />
        </div>
      )}
    </>
  )
}

/** 生成海报 and 分享. The address is the state of the page. */
function Actions({ data, view }: { data: CompanyComparison; view: CompareView }) {
  // A poster is drawn again when its object changes.
  const poster = useMemo(() => posterComparisonOf(data), [data])
  const subject = {
    path: comparePath(
      data.companies.map(({ id }) => id),
      view,
    ),
    about: `${data.companies.map(({ briefName }) => briefName).join('、')}对比`,
    poster,
  }
  const { open, sheet } = useShareSheet({ ...subject, startsWithPoster: true })
  return (
    <>
      <BackBarAction trackId="compare-poster" icon="image" label="生成海报" onClick={open} />
      <ShareAction {...subject} />
      {sheet}
    </>
  )
}
