import type { OwnershipTree } from '@baiqicha/contract/ownership'
import { officialSites } from '@baiqicha/contract/records/official-sites'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import { CompanyLink } from '../../domain/company/company-link.tsx'
import { OfficialSiteButton } from '../../domain/official-check/official-links.tsx'
import shared from '../../domain/page/shared.module.css'
import { feedNames, latestFeedDate } from '../../domain/record/record-list-head.tsx'
import { correctionPath, recordListPath } from '../../domain/record/record-paths.ts'
import { SectionFoot } from '../../domain/record/section-foot.tsx'
import { ShareAction } from '../../domain/share/share-action.tsx'
import { classNames } from '../../lib/class-names.ts'
import { joinStated } from '../../lib/format.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { shareLink } from '../../lib/share-link.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { PageBar } from '../../platform/navigation/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DemoStrip } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import listStyles from './overview-list.module.css'
import { RowsSkeleton } from './overview-list-screen.tsx'
import {
  type Direction,
  directionKinds,
  directionLabels,
  indirectShareText,
  type OwnershipNode,
  restLabel,
  shareText,
  toggleLabel,
  type Way,
} from './ownership.ts'
import { OwnershipPicture } from './ownership-picture.tsx'
import styles from './ownership-screen.module.css'
import { nameOf, nodeOf, stepsOf } from './ultimate-share.ts'
import { type Ownership, useOwnership, useUltimateHoldersQuery } from './use-ownership.ts'

type Props = { nodes: readonly OwnershipNode[]; direction: Direction } & Pick<Ownership, 'toggle' | 'retry'>

/** Level of the tree as a list; each company expands to the next level. Contains everything that the picture shows. */
function OwnershipList({ nodes, ...rest }: Props) {
  return (
    <ul className={styles.level}>
      {nodes.map((node) => (
        <li key={node.path}>
          <NodeLine node={node} {...rest} />
          <Beyond node={node} {...rest} />
        </li>
      ))}
    </ul>
  )
}

type NodeProps = { node: OwnershipNode } & Omit<Props, 'nodes'>

function NodeLine({ node, direction, toggle }: NodeProps) {
  const { name, companyId, isCircular, isAbroad, parentNote, state } = node
  const isOpen = state !== 'closed'
  const indirect = indirectShareText(node)
  return (
    <div className={styles.node}>
      {state === 'end' ? (
        <span className={styles.dot} aria-hidden="true" />
      ) : (
        <button
          track-id="ownership-node"
          data-track-label=""
          type="button"
          className={`${styles.toggle} ${utility.tap}`}
          aria-expanded={isOpen}
          aria-label={toggleLabel(node, direction)}
          onClick={() => toggle(node, direction)}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={14} />
        </button>
      )}
      <span className={styles.name}>
        {companyId === null ? <bdi>{name}</bdi> : <CompanyLink id={companyId} name={name} />}
        {isCircular && <Tag tone="amber">循环持股</Tag>}
        {isAbroad && <Tag>境外</Tag>}
        {parentNote !== null && <small className={styles.indirect}>{parentNote}</small>}
        {indirect !== null && <small className={styles.indirect}>{indirect}</small>}
      </span>
      <b className={styles.percent}>{shareText(node)}</b>
    </div>
  )
}

/** Next level of an expanded company, or why it is empty. */
function Beyond({ node, ...rest }: NodeProps) {
  const texts = directionLabels[rest.direction]
  if (node.state === 'loading') return <output className={styles.ownershipListNote}>正在加载…</output>
  if (node.state === 'failed') {
    return (
      <p className={styles.ownershipListNote} role="alert">
        {texts}加载失败
        <Button trackId="retry" tone="line" size="sm" onClick={rest.retry}>
          重试
        </Button>
      </p>
    )
  }
  if (node.state !== 'open') return null
  return (
    <>
      {node.children.length > 0 && <OwnershipList nodes={node.children} {...rest} />}
      {node.children.length === 0 && (
        <p className={styles.ownershipListNote}>{node.isCovered ? `未查询到${texts}` : `未接入${texts}数据`}</p>
      )}
      {node.unread > 0 && node.companyId !== null && (
        <Link
          track-id="all"
          className={styles.ownershipListRest}
          to={recordListPath(directionKinds[rest.direction], node.companyId)}
        >
          {restLabel(node.unread, rest.direction)}，查看全部 <Icon name="right" size={14} />
        </Link>
      )}
    </>
  )
}

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
  const { tree, error } = ownership.holders
  const about = tree === undefined ? '股权穿透' : `股权穿透 · ${tree.company.name}`
  return (
    <>
      <PageBar title="股权穿透" line right={<ShareAction path={ownershipPath(companyId, shape)} about={about} />} />
      {tree?.company.isDemo === true && <DemoStrip />}
      {tree === undefined && error !== null && (
        <div className={shared.plain}>
          <CompanyFailed failure={readFailure(error)} onRetry={ownership.retry} />
        </div>
      )}
      {tree === undefined && error === null && <RowsSkeleton />}
      {tree !== undefined && (
        <>
          <ShapeLine companyId={companyId} shape={shape} />
          {shape === 'picture' && <Picture ownership={ownership} holders={tree} />}
          {shape === 'list' && <OwnershipCards ownership={ownership} holders={tree} />}
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

type ViewProps = { ownership: Ownership; holders: OwnershipTree }

/** Rendered when both directions are loaded, so that the initial scale fits both. */
function Picture({ ownership, holders }: ViewProps) {
  const { up, down, holdings } = ownership
  if (holdings.tree === undefined && holdings.error === null) return <RowsSkeleton />
  if (up.length + down.length === 0 && holdings.tree !== undefined) return <Nothing trees={[holders, holdings.tree]} />
  const date = latestFeedDate(holders.sources)
  return (
    <>
      <OwnershipPicture
        name={holders.company.name}
        companyId={holders.company.id}
        ownership={ownership}
        facts={{
          title: `${holders.company.name} 股权穿透`,
          source: joinStated([feedNames(holders.sources), date !== null && `截至 ${date}`]),
          link: shareLink(ownershipPath(holders.company.id, 'picture')),
          isDemo: holders.company.isDemo,
        }}
      />
      {holdings.tree === undefined && <HoldingsFailed ownership={ownership} />}
      <PictureFoot ownership={ownership} holders={holders} />
    </>
  )
}

/** Empty state: no known shareholders and no known investments. */
function Nothing({ trees: [holders, holdings] }: { trees: [OwnershipTree, OwnershipTree] }) {
  return (
    <ListState
      art={holders.connected ? 'none' : 'unconnected'}
      title={holders.connected ? '未查询到持股关系' : '未接入该数据源'}
      text={
        holders.connected || holdings.connected
          ? [noRecordsText('股东', holders), noRecordsText('对外投资', holdings)].join('；')
          : '未接入股东和对外投资数据，无法判断是否有相关记录'
      }
    >
      {!holders.connected && <OfficialSiteButton site={officialSites.register} />}
    </ListState>
  )
}

const partialText = '记录过多，未全部读取'

/** Sources of the picture, and what it omits. */
function PictureFoot({ ownership: { holdings }, holders }: ViewProps) {
  const notes = [
    holders.rows.length === 0 ? noRecordsText('股东', holders) : null,
    holdings.tree?.rows.length === 0 ? noRecordsText('对外投资', holdings.tree) : null,
    holders.isPartial || holdings.tree?.isPartial === true ? partialText : null,
  ].filter((note) => note !== null)
  return (
    <>
      {notes.length > 0 && <p className={shared.noteBlock}>{notes.join('；')}</p>}
      <SectionFoot
        sources={holders.sources}
        correction={correctionPath({ companyId: holders.company.id, recordKind: 'shareholderInfo' })}
      />
    </>
  )
}

function OwnershipCards({ ownership, holders }: ViewProps) {
  const { holdings, up, down } = ownership
  return (
    <div className={shared.cardBody}>
      <DirectionCard title="股东" direction="up" tree={holders} nodes={up} ownership={ownership} />
      <p className={styles.root}>
        <bdi>{holders.company.name}</bdi>
      </p>
      {holdings.tree === undefined && holdings.error !== null && <HoldingsFailed ownership={ownership} />}
      {holdings.tree !== undefined && (
        <DirectionCard title="对外投资" direction="down" tree={holdings.tree} nodes={down} ownership={ownership} />
      )}
      <p className={shared.noteBlock}>依公示的持股关系逐层展开；无法确认为同一企业的不再展开。</p>
    </div>
  )
}

const HoldingsFailed = ({ ownership: { holdings, retry } }: { ownership: Ownership }) => (
  <Card label="对外投资">
    <h2 className={listStyles.cardTitle}>对外投资</h2>
    <CompanyFailed failure={readFailure(holdings.error)} onRetry={retry} compact />
  </Card>
)

type CardProps = {
  title: string
  direction: Direction
  tree: OwnershipTree
  nodes: readonly OwnershipNode[]
  ownership: Ownership
}

function DirectionCard({ title, direction, tree, nodes, ownership }: CardProps) {
  const companyId = tree.company.id
  const unread = ownership.unread[direction]
  const total = tree.rows.filter(({ parent }) => parent === null).length + unread
  return (
    <Card label={title}>
      <h2 className={listStyles.cardTitle}>
        {title} {(total > 0 || tree.connected) && <small>{total}</small>}
      </h2>
      <div className={styles.list}>
        {tree.rows.length === 0 && <p className={styles.none}>{noRecordsText(title, tree)}</p>}
        {nodes.length > 0 && (
          <OwnershipList nodes={nodes} direction={direction} toggle={ownership.toggle} retry={ownership.retry} />
        )}
        {tree.isPartial && <p className={styles.none}>{partialText}</p>}
        {unread > 0 && (
          <Link track-id="all" className={styles.rest} to={recordListPath(directionKinds[direction], companyId)}>
            {restLabel(unread, direction)}，查看全部 <Icon name="right" size={14} />
          </Link>
        )}
      </div>
      <SectionFoot
        sources={tree.sources}
        correction={correctionPath({ companyId, recordKind: directionKinds[direction] })}
      />
    </Card>
  )
}

/** URL of this page; the picture is the default. */
const ownershipPath = (companyId: string, shape: OwnershipShape) =>
  recordListPath('shareholderInfo', companyId, { view: 'tree', ...(shape === 'list' && { as: 'list' }) })

/** Text for an empty direction; a source that is not connected differs from none. */
function noRecordsText(title: string, { connected, sources }: OwnershipTree): string {
  if (!connected) return `未接入${title}数据，无法判断是否有相关记录`
  const date = latestFeedDate(sources)
  return `${date === null ? '' : `截至 ${date} `}未查询到${title}`
}
