import { CompanyLink } from '../../domain/company/company-link.tsx'
import { recordListPath } from '../../domain/record/record-paths.ts'
import { Link } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import { directionLabels, restLabel, toggleLabel } from './messages.ts'
import { type Direction, directionKinds, indirectShareText, type OwnershipNode, shareText } from './ownership.ts'
import styles from './ownership-list.module.css'
import type { Ownership } from './use-ownership.ts'

type Props = { nodes: readonly OwnershipNode[]; direction: Direction } & Pick<Ownership, 'toggle' | 'retry'>

/** Level of the tree as a list; each company expands to the next level. Contains everything that the picture shows. */
export function OwnershipList({ nodes, ...rest }: Props) {
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
  if (node.state === 'loading') return <output className={styles.note}>正在加载…</output>
  if (node.state === 'failed') {
    return (
      <p className={styles.note} role="alert">
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
        <p className={styles.note}>{node.isCovered ? `未查询到${texts}` : `未接入${texts}数据`}</p>
      )}
      {node.unread > 0 && node.companyId !== null && (
        <Link
          track-id="all"
          className={styles.rest}
          to={recordListPath(directionKinds[rest.direction], node.companyId)}
        >
          {restLabel(node.unread, rest.direction)}，查看全部 <Icon name="right" size={14} />
        </Link>
      )}
    </>
  )
}
