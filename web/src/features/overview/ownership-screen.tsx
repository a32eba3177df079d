import type { RecordList } from '@baiqicha/contract/records/record'
import { CompanyFailed } from '../../domain/company-failed.tsx'
import plain from '../../domain/plain-page.module.css'
import { newestDate } from '../../domain/record-list/feed-words.ts'
import { correctionPath, recordListPath } from '../../domain/record-paths.ts'
import { SectionFoot } from '../../domain/section-foot.tsx'
import { sharePage } from '../../domain/share-page.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { BackBar, BackBarAction } from '../../ui/back-bar.tsx'
import { Card } from '../../ui/card.tsx'
import { DemoStrip } from '../../ui/demo-strip.tsx'
import type { Direction, OwnershipNode } from './ownership.ts'
import { OwnershipList } from './ownership-list.tsx'
import styles from './ownership-screen.module.css'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { type Ownership, useOwnership } from './use-ownership.ts'

/** Who holds a company, and what it holds, level by level. */
export function OwnershipScreen({ companyId }: { companyId: string }) {
  const ownership = useOwnership(companyId)
  const goBack = useGoBack()
  const { list, error } = ownership.holders
  const share = () =>
    void sharePage(
      recordListPath('shareholderInfo', companyId, { view: 'tree' }),
      list === undefined ? '股权穿透' : `股权穿透 · ${list.company.name}`,
    )
  return (
    <>
      <BackBar
        title="股权穿透"
        line
        onBack={goBack}
        right={<BackBarAction icon="share" label="分享" onClick={share} />}
      />
      {list?.company.isDemo === true && <DemoStrip />}
      {list === undefined && error !== null && (
        <div className={plain.plain}>
          <CompanyFailed failure={readFailure(error)} onRetry={ownership.retry} />
        </div>
      )}
      {list === undefined && error === null && <RowsSkeleton />}
      {list !== undefined && <OwnershipCards ownership={ownership} holders={list} />}
    </>
  )
}

function OwnershipCards({ ownership, holders }: { ownership: Ownership; holders: RecordList }) {
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
      <p className={styles.note}>只按公示的持股关系逐层展开；名称不能确定为同一企业的，不再往下。</p>
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

const kinds = { up: 'shareholderInfo', down: 'overseasInvest' } as const

function DirectionCard({ title, direction, list, nodes, ownership }: CardProps) {
  const companyId = list.company.id
  return (
    <Card label={title}>
      <h2 className={styles.title}>
        {title} <small>{list.total}</small>
      </h2>
      <div className={styles.list}>
        {nodes.length === 0 ? (
          <p className={styles.none}>{noneWords(title, list)}</p>
        ) : (
          <OwnershipList nodes={nodes} direction={direction} toggle={ownership.toggle} retry={ownership.retry} />
        )}
        {list.total > nodes.length && <p className={styles.none}>另有 {list.total - nodes.length} 条未列出</p>}
      </div>
      <SectionFoot sources={list.feeds} correction={correctionPath({ companyId, recordKind: kinds[direction] })} />
    </Card>
  )
}

/** Not connected is not none. */
function noneWords(title: string, { connected, feeds }: RecordList): string {
  if (!connected) return `未接入${title}信息，无法判断有或没有`
  const date = newestDate(feeds)
  return `${date === null ? '' : `截至 ${date} `}未查询到${title}`
}
