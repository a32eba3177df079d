import type { UltimateHolder, UltimateHolders } from '@baiqicha/contract/ownership'
import { officialSites } from '@baiqicha/contract/records/official-sites'
import { useState } from 'react'
import { relationPath } from '../../domain/company/company-addresses.ts'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import { CompanyLink } from '../../domain/company/company-link.tsx'
import { placeholderColour } from '../../domain/company/logo-placeholder.tsx'
import { OfficialSiteButton } from '../../domain/official-check/official-links.tsx'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import shared from '../../domain/page/shared.module.css'
import { latestFeedDate } from '../../domain/record/record-list-head.tsx'
import { correctionPath, recordListPath } from '../../domain/record/record-paths.ts'
import { SectionFoot } from '../../domain/record/section-foot.tsx'
import { formatNumber, formatPercent, joinStated } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { readFailure } from '../../platform/api/failure.ts'
import { PageBar } from '../../platform/navigation/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DemoStrip } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import { RowsSkeleton } from './overview-list-screen.tsx'
import { type ShownFigure, UltimatePaths } from './ultimate-paths.tsx'
import styles from './ultimate-screen.module.css'
import {
  arithmeticText,
  beneficiariesOf,
  exactShare,
  figureText,
  kindLabels,
  nameOf,
  nodeOf,
  remarksOf,
  sharesByWay,
  stepsOf,
} from './ultimate-share.ts'
import { useCompanyGroupQuery, useUltimateHoldersQuery } from './use-ownership.ts'

/** Ultimate holders, controller, beneficiaries and group of a company, computed from published shares. */
export function UltimateScreen({ companyId }: { companyId: string }) {
  const { data, error, refetch } = useUltimateHoldersQuery(companyId)
  return (
    <>
      <PageBar
        title="最终持股"
        line
        right={
          <Link
            track-id="ownership-tree"
            className={shared.barLink}
            to={recordListPath('shareholderInfo', companyId, { view: 'tree' })}
          >
            穿透图
          </Link>
        }
      />
      {data?.company.isDemo === true && <DemoStrip text="演示数据：企业、人物与持股均为虚构" />}
      {data !== undefined && <Answer data={data} />}
      {data === undefined && error === null && <RowsSkeleton />}
      {data === undefined && error !== null && (
        <div className={shared.plain}>
          <CompanyFailed failure={readFailure(error)} onRetry={() => void refetch()} />
        </div>
      )}
    </>
  )
}

/** Holders before the rest is unfolded. */
const SHOWN_HOLDERS = 20

function Answer({ data }: { data: UltimateHolders }) {
  const [figure, setFigure] = useState<ShownFigure | null>(null)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const { company, holders, connected } = data
  if (!connected) {
    return (
      <>
        <header className={styles.company}>
          <p>
            <CompanyLink id={company.id} name={company.name} />
          </p>
        </header>
        <ListState art="unconnected" title="未接入该数据源" text="未接入股东数据，无法推算最终持股">
          <OfficialSiteButton site={officialSites.register} />
        </ListState>
        <ParentCard data={data} />
      </>
    )
  }
  const remarks = remarksOf(data)
  const oldest = holders.map(({ asOf }) => asOf).filter((date) => date !== null)
  const [date] = oldest.toSorted()
  const feedDate = latestFeedDate(data.sources)
  return (
    <div className={shared.pageEnd}>
      <header className={styles.company}>
        <p>
          <CompanyLink id={company.id} name={company.name} />
        </p>
        <p className={styles.basis}>
          {joinStated(['按公示持股推算', countText(data)])}
          {date !== undefined && <span className={utility.together}> · 截至 {date}</span>}
        </p>
      </header>
      <ControllerCard data={data} onOpen={setFigure} />
      <ParentCard data={data} />
      <Card label="最终持股">
        <h2 className={styles.title}>
          最终持股 {data.knownShare > 0 && <small>已知 {exactShare(data.knownShare)}</small>}
        </h2>
        {holders.length === 0 && remarks.length === 0 && (
          <ListState art="none" title="未查询到股东" text={feedDate === null ? '' : `截至 ${feedDate}`} compact />
        )}
        <ul>
          {holders.slice(0, isUnfolded ? undefined : SHOWN_HOLDERS).map((holder) => (
            <li key={holder.node} className={styles.item}>
              <HolderRow data={data} holder={holder} onOpen={() => setFigure(holder)} />
            </li>
          ))}
        </ul>
        {!isUnfolded && holders.length > SHOWN_HOLDERS && (
          <div className={styles.more}>
            <Button trackId="ultimate-more" tone="line" size="sm" onClick={() => setIsUnfolded(true)}>
              另 {formatNumber(holders.length - SHOWN_HOLDERS)} 名
            </Button>
          </div>
        )}
        {(isUnfolded || holders.length <= SHOWN_HOLDERS) && data.holdersTotal > holders.length && (
          <p className={styles.rest}>
            另有 {formatNumber(data.holdersTotal - holders.length)} 名份额较小的持有人未列出
          </p>
        )}
        {remarks.length > 0 && (
          <ul className={styles.remarks}>
            {remarks.map((text) => (
              <li key={text}>
                <Icon name="info" size={16} />
                {text}
              </li>
            ))}
          </ul>
        )}
        <SectionFoot
          sources={data.sources}
          correction={correctionPath({ companyId: company.id, recordKind: 'shareholderInfo' })}
        />
      </Card>
      <GroupCard companyId={company.id} />
      <Card>
        <SettingCell trackId="relation" label="找与另一家企业的关系" to={relationPath({ from: company.id })} />
      </Card>
      <UltimatePaths answer={data} figure={figure} onClose={() => setFigure(null)} />
    </div>
  )
}

/** Number of the paths, or of the holders where not all are listed. */
function countText({ holders, holdersTotal }: UltimateHolders): string | null {
  const paths = holders.reduce((sum, one) => sum + one.paths.length + one.hiddenPaths, 0)
  if (holdersTotal > holders.length) return `${formatNumber(holdersTotal)} 名持有人`
  return paths > 0 ? `${formatNumber(paths)} 条路径` : null
}

type OpenFigure = { onOpen: (figure: ShownFigure) => void }

function ControllerCard({ data, onOpen }: { data: UltimateHolders } & OpenFigure) {
  const [isExplained, setIsExplained] = useState(false)
  const { controller, statedControllers } = data
  const steps = stepsOf(data, controller?.holdings ?? [])
  const share = steps.reduce((part, step) => (part * (step.share ?? 0)) / 100, 100)
  const beneficiaries = beneficiariesOf(data)
  const name = nameOf(data, controller?.node ?? '')
  return (
    <Card label="疑似实际控制人">
      <div className={styles.titleLine}>
        <h2>疑似实际控制人</h2>
        <button track-id="how-computed" type="button" className={styles.how} onClick={() => setIsExplained(true)}>
          怎样推算 <Icon name="right" size={16} />
        </button>
      </div>
      {controller === null ? (
        <p className={styles.none}>未能从已收录持股推算</p>
      ) : (
        <button
          track-id="ultimate-holder-row"
          type="button"
          className={styles.controller}
          onClick={() =>
            onOpen({
              node: controller.node,
              share,
              isPartial: false,
              paths: [{ holdings: controller.holdings, share }],
              hiddenPaths: 0,
            })
          }
        >
          <i className={styles.face} style={{ background: placeholderColour(controller.node) }} aria-hidden="true">
            {name.slice(-1)}
          </i>
          <span className={utility.grow}>
            <span className={styles.name}>
              <bdi>{name}</bdi> <Tag tone="amber">疑似</Tag>
            </span>
            <span className={styles.steps}>
              逐层持股均超过 50%：{steps.map((step) => formatPercent(step.share)).join(' → ')}
            </span>
          </span>
          <Icon name="right" size={16} />
        </button>
      )}
      <div className={styles.further}>
        {statedControllers.map(({ node, source }) => (
          <p key={`${node} ${source.sourceId}`}>
            来源写明：{nameOf(data, node)}（{source.sourceName}
            {source.asOf === null ? '）' : <span className={utility.together}>，{source.asOf}）</span>}
          </p>
        ))}
        {beneficiaries.length === 0 && <p>受益所有人（疑似）：已收录持股中没有达到 25% 的自然人</p>}
        {beneficiaries.map((holder) => (
          <button
            key={holder.node}
            track-id="ultimate-holder-row"
            type="button"
            className={styles.beneficiary}
            onClick={() => onOpen(holder)}
          >
            受益所有人（疑似）：{nameOf(data, holder.node)}，最终持股 {figureText(holder)}{' '}
            <Icon name="right" size={14} />
          </button>
        ))}
      </div>
      <Sheet open={isExplained} onClose={() => setIsExplained(false)} title="怎样推算">
        <FactList className={styles.explained} rows={explanations} />
      </Sheet>
    </Card>
  )
}

/** 上级机构 that sources state without shares. */
function ParentCard({ data: { parents } }: { data: UltimateHolders }) {
  if (parents.length === 0) return null
  return (
    <Card label="上级机构">
      <h2 className={styles.title}>上级机构</h2>
      <ul>
        {parents.map(({ role, name, companyId, source }) => (
          <li key={role} className={styles.member}>
            {companyId === null ? <bdi>{name}</bdi> : <CompanyLink id={companyId} name={name} />}
            <b>{role === '最终上级机构' ? '最终' : '直接'}</b>
            <small>{joinStated([source.sourceName, source.asOf])}</small>
          </li>
        ))}
      </ul>
      <p className={styles.none}>来源写明的上级机构，没有公示份额，不计入推算</p>
    </Card>
  )
}

const explanations = [
  {
    label: '最终持股',
    content:
      '每条路径上的公示持股相乘，再把各条路径相加；同一企业在一条路径上只计一次，循环持股只列明，不绕行。路径上有份额未公示时，只给出已知部分（≥）。数字的日期是路径上最早的日期。',
  },
  {
    label: '疑似实际控制人',
    content: '只在逐层持股都超过 50% 时推算；合伙企业由合伙协议决定控制，推算到此为止。来源直接写明的另行列出。',
  },
  {
    label: '受益所有人（疑似）',
    content:
      '《受益所有人信息管理办法》列有三项标准：一、直接或间接最终拥有 25% 以上股权、股份或合伙权益；二、虽不满足第一项，但最终享有 25% 以上收益权、表决权；三、虽不满足第一项，但单独或者联合进行实际控制。本页只按第一项推算；第二、三项所需的协议、章程等未公示，未推算。',
  },
  { label: '同一控制', content: '由同一疑似实际控制人逐层持股超过 50% 的企业，份额为各层相乘。' },
  {
    label: '无法得知',
    content:
      '代持、一致行动、表决权委托、协议控制等不在公示持股之内。同名的人不视为同一人，除非来源给出相同的人员标识。',
  },
]

type RowProps = { data: UltimateHolders; holder: UltimateHolder; onOpen: () => void }

function HolderRow({ data, holder, onOpen }: RowProps) {
  const node = nodeOf(data, holder.node)
  const { direct, indirect } = sharesByWay(holder)
  return (
    <button track-id="ultimate-holder-row" type="button" className={styles.row} onClick={onOpen}>
      <span className={styles.name}>
        <bdi>{node?.name ?? '-'}</bdi> {node !== undefined && <Tag tone="mute">{kindLabels[node.kind]}</Tag>}
        {node?.isAbroad === true && <Tag>境外</Tag>}
      </span>
      <b className={styles.figure}>{figureText(holder)}</b>
      <Icon name="right" size={16} />
      <span className={styles.track} aria-hidden="true">
        <i style={{ width: `${Math.min(100, direct)}%` }} />
        <i className={styles.indirect} style={{ width: `${Math.min(100 - direct, indirect)}%` }} />
      </span>
      <span className={styles.arithmetic}>{arithmeticText(data, holder)}</span>
    </button>
  )
}

/** 同一控制: companies under the same computed controller. */
function GroupCard({ companyId }: { companyId: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useCompanyGroupQuery(companyId)
  const first = data?.pages[0]
  return (
    <Card label="同一控制">
      <h2 className={styles.title}>
        同一控制 {first !== undefined && first.total > 0 && <small>{formatNumber(first.total)} 家</small>}
      </h2>
      {first === undefined && error === null && <RowsSkeleton />}
      {error !== null && <CompanyFailed failure={readFailure(error)} onRetry={() => void refetch()} compact />}
      {first !== undefined && (
        <>
          <p className={styles.none}>
            {first.isSelf
              ? `${first.company.name}的控制人未能推算，以下为本企业逐层持股超过 50% 的企业`
              : `疑似实际控制人 ${first.controller.name} 逐层持股超过 50% 的企业`}
            {first.total === 0 && (first.connected ? '：已收录持股中未查询到' : '：未接入该数据源')}
          </p>
          <ul>
            {data?.pages
              .flatMap(({ list }) => list)
              .map(({ id, name, share, shares, asOf }) => (
                <li key={id} className={styles.member}>
                  <CompanyLink id={id} name={name} />
                  <b>{exactShare(share)}</b>
                  <small>{joinStated([shares.map(formatPercent).join(' × '), asOf !== null && `截至 ${asOf}`])}</small>
                </li>
              ))}
          </ul>
          {first.isPartial && <p className={styles.none}>路径或记录过多，未全部读取</p>}
          {hasNextPage && (
            <div className={styles.more}>
              <Button trackId="group-more" tone="line" size="sm" onClick={() => void fetchNextPage()}>
                {isFetchingNextPage ? '正在加载…' : '加载更多'}
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  )
}
