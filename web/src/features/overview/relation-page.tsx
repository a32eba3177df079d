import { type Relation, type RelationKind, type RelationLink, relationKinds } from '@baiqicha/contract/ownership'
import { ownershipRoutes, relationRoutes } from '@baiqicha/contract/routes/ownership'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { relationPath } from '../../domain/company/company-addresses.ts'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import { CompanyLink } from '../../domain/company/company-link.tsx'
import { listViewedCompanies } from '../../domain/company/recent-companies.ts'
import shared from '../../domain/page/shared.module.css'
import { classNames } from '../../lib/class-names.ts'
import { formatPercent } from '../../lib/format.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { apiQuery } from '../../platform/api/client.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { useRecentBrowseQuery } from '../../platform/history/history-queries.ts'
import { PageBar, usePageQuery } from '../../platform/navigation/page.tsx'
import { PageLoginPrompt } from '../../platform/navigation/page-frame.tsx'
import { useSuggestionPanel } from '../../platform/search/use-search-panel.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DemoStrip, InfoNote } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import { Tag } from '../../ui/tag.tsx'
import listStyles from './overview-list.module.css'
import { RowsSkeleton } from './overview-list-screen.tsx'
import styles from './relation-page.module.css'

type RelationParams = { from: string; to: string; kinds: RelationKind | 'both' }

/** Companies and kinds of step of an address; unknown kinds are both. */
export function readRelationParams(query: URLSearchParams): RelationParams {
  const kinds = relationKinds.find((kind) => kind === query.get('kinds')) ?? 'both'
  return { from: query.get('from') ?? '', to: query.get('to') ?? '', kinds }
}

/** Step from the upper node of a path to the lower one: 持有 60%, 被持有 60%, 任董事长. */
export function stepText({ above, kind, share, offices }: RelationLink, upper: string): string {
  const isDown = above === upper
  if (kind === 'office') {
    const titles = offices.length === 0 ? '职务未公示' : `任${offices.join('、')}`
    return isDown ? titles : `由其${titles}`
  }
  const known = share === null ? '，份额未公示' : ` ${formatPercent(share)}`
  return isDown ? `持有${known}` : `由其持有${known}`
}

/** Sentence for no path. It names the day, the steps and that this is no proof. */
export const noRelationText = ({ asOf, hops }: Pick<Relation, 'asOf' | 'hops'>): string =>
  `${asOf === null ? '' : `截至 ${asOf}，`}在已收录的持股与任职记录中，${hops} 步以内未发现关系（不代表没有）`

const dataNames = { both: '持股与任职', holding: '持股', office: '任职' } as const

/** Sentence for no path where a company has no source: of it nothing is known. */
function unconnectedText(
  { unconnected, from, to }: Pick<Relation, 'unconnected' | 'from' | 'to'>,
  kinds: RelationParams['kinds'],
): string {
  const names = [from, to].filter(({ id }) => unconnected.includes(id)).map(({ name }) => name)
  return `未接入${names.join('、')}的${dataNames[kinds]}数据，无法判断是否有关系`
}

/** What cut the search, one sentence each. */
export function cutTexts({ hubs, nodes, isPartial }: Pick<Relation, 'hubs' | 'nodes' | 'isPartial'>): string[] {
  const names = hubs.flatMap((hub) => nodes.find(({ key }) => key === hub)?.name ?? [])
  return [
    ...names.map((name) => `${name}：关联过多，未继续展开`),
    ...(isPartial && names.length === 0 ? ['记录过多，未全部读取'] : []),
  ]
}

type Props = { open: boolean; except: string; onClose: () => void; onChoose: (id: string) => void }

/** Sheet that chooses a company by the search, or among those viewed last. `except`: the other company. */
function RelationPicker({ open, onClose, ...rest }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title="选择企业">
      <Choices {...rest} />
    </Sheet>
  )
}

function Choices({ except, onChoose }: Pick<Props, 'except' | 'onChoose'>) {
  const [text, setText] = useState('')
  const area = useRef<HTMLDivElement>(null)
  const { answer } = useSuggestionPanel(text, area)
  const viewed = listViewedCompanies(useRecentBrowseQuery())
  const isTyped = text.trim() !== ''
  const listed = (isTyped ? (answer?.list ?? []) : viewed).filter(({ id }) => id !== except)
  return (
    <div ref={area} className={shared.padded}>
      <SearchField
        value={text}
        onChange={setText}
        onSubmit={() => {
          const [first] = listed
          if (isTyped && first !== undefined) onChoose(first.id)
        }}
        placeholder="企业名称、简称或信用代码"
        formLabel="选择企业"
        isFocusedFirst
      />
      <h3 className={styles.listed}>{isTyped ? '搜索联想' : '最近浏览'}</h3>
      {isTyped && answer !== undefined && listed.length === 0 && <p className={styles.none}>没有匹配的企业</p>}
      {!isTyped && listed.length === 0 && <p className={styles.none}>输入名称搜索企业</p>}
      <ul>
        {listed.map(({ id, name, region }) => (
          <li key={id}>
            <button track-id="relation-company-row" type="button" className={styles.pick} onClick={() => onChoose(id)}>
              <bdi>{name}</bdi>
              <small>{region}</small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** `/relation?from&to&kinds`: how two companies are joined by holdings and offices. */
export function RelationPage() {
  const { isLoggedIn } = useSession()
  const params = readRelationParams(usePageQuery())
  return (
    <>
      <PageBar title="找关系" line />
      {isLoggedIn ? (
        <Search params={params} />
      ) : (
        <div className={shared.plain}>
          <PageLoginPrompt purpose="找关系" />
        </div>
      )}
    </>
  )
}

const kindChoices = [
  { key: 'both', label: '全部' },
  { key: 'holding', label: '持股' },
  { key: 'office', label: '任职' },
] as const

function Search({ params }: { params: RelationParams }) {
  const { from, to, kinds } = params
  const [choosing, setChoosing] = useState<'from' | 'to' | null>(null)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isSame = from !== '' && from === to
  const isChosen = from !== '' && to !== '' && !isSame
  const { data, error, refetch } = useQuery({
    ...apiQuery(['relationPaths', from, to, kinds], relationRoutes.relationPaths, { from, to, kinds }),
    enabled: isChosen,
  })
  const show = (next: Partial<RelationParams>) => void navigate(relationPath({ ...params, ...next }), { replace: true })
  return (
    <>
      {data !== undefined && (data.from.isDemo || data.to.isDemo) && (
        <DemoStrip
          text={
            data.from.isDemo && data.to.isDemo
              ? '演示数据：企业、人物与关系均为虚构'
              : '演示数据：其中一家为演示企业，其人物与关系均为虚构'
          }
        />
      )}
      <section className={styles.choice} aria-label="两家企业">
        <Slot label="从" id={from} known={data?.from.name} onChoose={() => setChoosing('from')} />
        <Slot label="到" id={to} known={data?.to.name} onChoose={() => setChoosing('to')} />
        <Segments
          trackId="relation-kinds"
          items={kindChoices}
          value={kinds}
          onChange={(next) => show({ kinds: next })}
          label="关系类型"
        />
      </section>
      {!isChosen && (
        <ListState
          art="nothing"
          title={isSame ? '请选择两家不同的企业' : '请选择两家企业'}
          text="查找两家企业之间的持股与任职路径"
          compact
        />
      )}
      {isChosen && data === undefined && error === null && <RowsSkeleton />}
      {isChosen && data === undefined && error !== null && (
        <CompanyFailed
          failure={readFailure(error)}
          onRetry={() => {
            void refetch()
            void queries.refetchQueries({
              queryKey: ['relationCompany'],
              predicate: ({ state }) => state.error !== null,
            })
          }}
        />
      )}
      {isChosen && data !== undefined && <Found relation={data} kinds={kinds} />}
      <RelationPicker
        open={choosing !== null}
        except={choosing === 'from' ? to : from}
        onClose={() => setChoosing(null)}
        onChoose={(id) => {
          if (choosing !== null) show({ [choosing]: id })
          setChoosing(null)
        }}
      />
    </>
  )
}

type SlotProps = {
  label: string
  id: string
  /** Name in the answer about both companies. */
  known: string | undefined
  onChoose: () => void
}

/** One of the two companies, with its name. */
function Slot({ label, id, known, onChoose }: SlotProps) {
  const { data, isError } = useQuery({
    ...apiQuery(['relationCompany', id], ownershipRoutes.ownershipTree, { id, depth: 1 }),
    enabled: id !== '',
  })
  const named = id === '' ? undefined : (known ?? data?.company.name)
  const name = named ?? (id === '' ? '选择企业' : isError ? '企业名称加载失败' : '…')
  return (
    <button
      track-id="relation-company-row"
      type="button"
      className={styles.slot}
      aria-label={`${label}：${name}`}
      onClick={onChoose}
    >
      <span>{label}</span>
      <bdi className={classNames(named === undefined && shared.quiet)}>{name}</bdi>
      <Icon name="right" size={16} />
    </button>
  )
}

function Found({ relation, kinds }: { relation: Relation; kinds: RelationParams['kinds'] }) {
  const cuts = cutTexts(relation)
  return (
    <div className={shared.cardBody}>
      {cuts.length > 0 && (
        <div className={styles.cuts}>
          <InfoNote tone="amber">{cuts.join('；')}。</InfoNote>
        </div>
      )}
      {relation.paths.length === 0 &&
        (relation.unconnected.length > 0 ? (
          <ListState art="unconnected" title="未接入该数据源" text={unconnectedText(relation, kinds)} compact />
        ) : (
          <ListState art="none" title="未发现关系" text={noRelationText(relation)} compact />
        ))}
      {relation.paths.map(({ nodes, links }, at) => (
        <Card key={links.join(' ')} label={`路径 ${at + 1}`}>
          <h2 className={listStyles.cardTitle}>
            路径 {at + 1} <small>{links.length} 步</small>
          </h2>
          <ol className={shared.cardFoot}>
            {nodes.map((node, step) => (
              <li key={node}>
                <PathNode relation={relation} node={node} isEnd={step === 0 || step === nodes.length - 1} />
                <PathLink relation={relation} upper={node} link={links[step]} />
              </li>
            ))}
          </ol>
        </Card>
      ))}
    </div>
  )
}

function PathNode({ relation, node: key, isEnd }: { relation: Relation; node: string; isEnd: boolean }) {
  const node = relation.nodes.find((one) => one.key === key)
  const name = node?.name ?? '-'
  return (
    <p className={styles.node}>
      <i className={classNames(node?.kind !== 'person' && styles.square, isEnd && styles.end)} aria-hidden="true" />
      <span>
        {node?.companyId == null ? <bdi>{name}</bdi> : <CompanyLink id={node.companyId} name={name} />}
        {node?.kind === 'person' && <small className={shared.noteLine}>同一人（来源标识一致）</small>}
      </span>
    </p>
  )
}

type PathLinkProps = { relation: Relation; upper: string; link: number | undefined }

/** Step to the next node of a path; nothing after the last one. */
function PathLink({ relation, upper, link: place }: PathLinkProps) {
  const link = place === undefined ? undefined : relation.links[place]
  const [source] = link?.sources ?? []
  if (link === undefined || source === undefined) return null
  return (
    <div className={styles.step}>
      <b>
        <span aria-hidden="true">{link.above === upper ? '↓ ' : '↑ '}</span>
        {stepText(link, upper)}
      </b>
      {link.isDisputed && <Tag tone="amber">异议处理中</Tag>}
      <SourceChip name={source.sourceName} url={source.sourceUrl} asOf={link.asOf ?? source.asOf} />
    </div>
  )
}
