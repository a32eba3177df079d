import type { RecordList } from '@baiqicha/contract/records/record'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import plain from '../../domain/page/plain-page.module.css'
import { feedNames, latestFeedDate } from '../../domain/record/messages.ts'
import { isZeroKnown } from '../../domain/record/record-coverage.ts'
import { correctionPath, recordListPath } from '../../domain/record/record-paths.ts'
import { SectionFoot } from '../../domain/record/section-foot.tsx'
import { ShareAction } from '../../domain/share/share-action.tsx'
import { classNames } from '../../lib/class-names.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { shareLink } from '../../lib/share-link.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { Card } from '../../ui/card.tsx'
import { DemoStrip } from '../../ui/demo-strip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Segments } from '../../ui/segments.tsx'
import { restLabel } from './messages.ts'
import { type Direction, directionKinds, type OwnershipNode, type Way } from './ownership.ts'
import { OwnershipList } from './ownership-list.tsx'
import { OwnershipPicture } from './ownership-picture.tsx'
import styles from './ownership-screen.module.css'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { useUltimateHoldersQuery } from './ultimate-queries.ts'
import { nameOf, nodeOf, stepsOf } from './ultimate-share.ts'
import { type Ownership, useOwnership } from './use-ownership.ts'

export type OwnershipShape = 'picture' | 'list'

/** `holder`: place of an ultimate holder, whose paths are marked; null: none. */
type ScreenProps = { companyId: string; shape: OwnershipShape; holder: number | null }

/** Paths of one ultimate holder, the company nearest the root first. */
function useHolderWays(companyId: string, holder: number | null): readonly Way[] {
  const { data } = useUltimateHoldersQuery(holder === null ? '' : companyId)
  if (data === undefined) return []
  return (data.holders[holder ?? -1]?.paths ?? []).map((path) =>
    stepsOf(data, path.holdings).reduceRight<{ companyId: string | null; name: string }[]>(
      (way, { holder: key }) => [...way, { companyId: nodeOf(data, key)?.companyId ?? null, name: nameOf(data, key) }],
      [],
    ),
  )
}

/** Shareholders and investments of a company, level by level, as a picture or an equivalent list. */
export function OwnershipScreen({ companyId, shape, holder }: ScreenProps) {
  const ways = useHolderWays(companyId, holder)
  const ownership = useOwnership(companyId, ways)
  const goBack = useGoBack()
  const { list, error } = ownership.holders
  const about = list === undefined ? '股权穿透' : `股权穿透 · ${list.company.name}`
  return (
    <>
      <BackBar
        title="股权穿透"
        line
        onBack={goBack}
        right={<ShareAction path={ownershipPath(companyId, shape)} about={about} />}
      />
      {list?.company.isDemo === true && <DemoStrip />}
      {list === undefined && error !== null && (
        <div className={plain.plain}>
          <CompanyFailed failure={readFailure(error)} onRetry={ownership.retry} />
        </div>
      )}
      {list === undefined && error === null && <RowsSkeleton />}
      {list !== undefined && (
        <>
          <ShapeLine companyId={companyId} shape={shape} />
          {shape === 'picture' && <Picture ownership={ownership} holders={list} />}
          {shape === 'list' && <OwnershipCards ownership={ownership} holders={list} />}
        </>
      )}
    </>
  )
}

const shapes = [
  { key: 'picture', label: '图' },
  { key: 'list', label: '列表' },
] as const

/** Switch between picture and list, with the legend of the picture. */
function ShapeLine({ companyId, shape }: { companyId: string; shape: OwnershipShape }) {
  const navigate = useNavigate()
  const show = (next: OwnershipShape) => void navigate(ownershipPath(companyId, next), { replace: true })
  return (
    <div className={styles.shapes}>
      <Segments trackId="ownership-shape" items={shapes} value={shape} onChange={show} label="显示为" />
      {shape === 'picture' && (
        <span className={styles.legend}>
          <i className={styles.person} aria-hidden="true" /> 个人
          <i className={styles.company} aria-hidden="true" /> 企业
          <i className={classNames(styles.company, styles.circular)} aria-hidden="true" /> 循环持股
        </span>
      )}
    </div>
  )
}

type ViewProps = { ownership: Ownership; holders: RecordList }

/** Rendered when both directions are loaded, so that the initial scale fits both. */
function Picture({ ownership, holders }: ViewProps) {
  const { up, down, holdings } = ownership
  if (holdings.list === undefined && holdings.error === null) return <RowsSkeleton />
  if (up.length + down.length === 0 && holdings.list !== undefined) return <Nothing lists={[holders, holdings.list]} />
  const date = latestFeedDate(holders.feeds)
  return (
    <>
      <OwnershipPicture
        name={holders.company.name}
        companyId={holders.company.id}
        ownership={ownership}
        facts={{
          title: `${holders.company.name} 股权穿透`,
          source: [feedNames(holders.feeds), date === null ? null : `截至 ${date}`]
            .filter((part) => part !== null)
            .join(' · '),
          link: shareLink(ownershipPath(holders.company.id, 'picture')),
          isDemo: holders.company.isDemo,
        }}
      />
      <PictureFoot ownership={ownership} holders={holders} />
    </>
  )
}

/** Empty state: no known shareholders and no known investments. */
function Nothing({ lists: [holders, holdings] }: { lists: [RecordList, RecordList] }) {
  return (
    <ListState
      art={isZeroKnown(holders) ? 'none' : 'unconnected'}
      title={isZeroKnown(holders) ? '未查询到持股关系' : '未接入该数据源'}
      text={[noRecordsText('股东', holders), noRecordsText('对外投资', holdings)].join('；')}
    />
  )
}

/** Sources of the picture, and what it omits. */
function PictureFoot({ ownership: { up, holdings, down }, holders }: ViewProps) {
  const notes = [
    up.length === 0 ? noRecordsText('股东', holders) : null,
    holdings.list !== undefined && down.length === 0 ? noRecordsText('对外投资', holdings.list) : null,
    holdings.list === undefined && holdings.error !== null ? '对外投资加载失败，可在列表中重试' : null,
  ].filter((note) => note !== null)
  return (
    <>
      {notes.length > 0 && <p className={styles.note}>{notes.join('；')}</p>}
      <SectionFoot
        sources={holders.feeds}
        correction={correctionPath({ companyId: holders.company.id, recordKind: 'shareholderInfo' })}
      />
    </>
  )
}

function OwnershipCards({ ownership, holders }: ViewProps) {
  const { holdings, up, down } = ownership
  return (
    <div className={styles.cards}>
      <DirectionCard title="股东" direction="up" list={holders} nodes={up} ownership={ownership} />
      <p className={styles.root}>
        <bdi>{holders.company.name}</bdi>
      </p>
      {holdings.list === undefined && holdings.error !== null && (
        <Card label="对外投资">
          <CompanyFailed failure={readFailure(holdings.error)} onRetry={ownership.retry} compact />
        </Card>
      )}
      {holdings.list !== undefined && (
        <DirectionCard title="对外投资" direction="down" list={holdings.list} nodes={down} ownership={ownership} />
      )}
      <p className={styles.note}>依公示的持股关系逐层展开；无法确认为同一企业的不再展开。</p>
    </div>
  )
}

type CardProps = {
  title: string
  direction: Direction
  list: RecordList
  nodes: readonly OwnershipNode[]
  ownership: Ownership
}

function DirectionCard({ title, direction, list, nodes, ownership }: CardProps) {
  const companyId = list.company.id
  return (
    <Card label={title}>
      <h2 className={styles.title}>
        {title} {(list.total > 0 || isZeroKnown(list)) && <small>{list.total}</small>}
      </h2>
      <div className={styles.list}>
        {nodes.length === 0 ? (
          <p className={styles.none}>{noRecordsText(title, list)}</p>
        ) : (
          <OwnershipList nodes={nodes} direction={direction} toggle={ownership.toggle} retry={ownership.retry} />
        )}
        {list.total > nodes.length && (
          <Link track-id="all" className={styles.rest} to={recordListPath(directionKinds[direction], companyId)}>
            {restLabel(list.total - nodes.length, direction)}，查看全部 <Icon name="right" size={14} />
          </Link>
        )}
      </div>
      <SectionFoot
        sources={list.feeds}
        correction={correctionPath({ companyId, recordKind: directionKinds[direction] })}
      />
    </Card>
  )
}

/** URL of this page; the picture is the default. */
const ownershipPath = (companyId: string, shape: OwnershipShape) =>
  recordListPath('shareholderInfo', companyId, { view: 'tree', ...(shape === 'list' && { as: 'list' }) })

/** Text for an empty direction; a source that is not connected differs from none. */
function noRecordsText(title: string, list: RecordList): string {
  if (!isZeroKnown(list)) return `未接入${title}数据，无法判断是否有相关记录`
  const date = latestFeedDate(list.feeds)
  return `${date === null ? '' : `截至 ${date} `}未查询到${title}`
}
