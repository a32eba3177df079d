import { useState } from 'react'
import { CompanyLink } from '../../domain/company-link.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatPercent } from '../../lib/format.ts'
import { Icon } from '../../ui/icon.tsx'
import utility from '../../ui/utility.module.css'
import { toggleLabel } from './messages.ts'
import type { Direction, OwnershipNode } from './ownership.ts'
import { type Edge, layOutOwnership, NODE, type PositionedNode, ROOT, rowWidth } from './ownership-layout.ts'
import styles from './ownership-picture.module.css'
import type { Ownership } from './use-ownership.ts'
import { usePanZoom } from './use-pan-zoom.ts'

/** Converts design px to rem, so that the picture grows with the text size. */
const rem = (px: number) => `${px / 16}rem`

/** Narrowest page, and the smallest initial scale at which the text is readable. */
const PAGE_WIDTH = 320
const LEAST_SCALE = 0.5

/**
 * Initial view: fits the wider side. When that would be too small, shows the root and the largest shares, which come
 * first.
 */
function startView(up: readonly OwnershipNode[], down: readonly OwnershipNode[]) {
  const width = Math.max(rowWidth(up), rowWidth(down), 1)
  const scale = Math.max(LEAST_SCALE, Math.min(1, PAGE_WIDTH / width))
  const hidden = (width * scale - PAGE_WIDTH) / 2
  const room = (PAGE_WIDTH - ROOT.width * scale) / 2
  return { x: Math.max(0, Math.min(hidden, room)), y: 0, scale }
}

/**
 * Ownership tree as a picture: shareholders above, investments below. One finger pans, two zoom; the list has the same
 * content.
 */
export function OwnershipPicture({ name, ownership }: { name: string; ownership: Ownership }) {
  const { up, down, toggle, retry } = ownership
  const [start] = useState(() => startView(up, down))
  const { view, zoom, reset, handlers } = usePanZoom(start)
  const { nodes, edges } = layOutOwnership(up, down)
  const act = (node: OwnershipNode, direction: Direction) =>
    node.state === 'failed' ? retry() : toggle(node, direction)
  return (
    <section className={styles.frame} aria-label="股权结构图">
      <div className={styles.viewport} {...handlers}>
        <div className={styles.layer} style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}>
          {edges.map((edge) => (
            <EdgeLine key={edge.key} edge={edge} />
          ))}
          <p
            className={classNames(styles.node, styles.root)}
            style={{
              left: rem(-ROOT.width / 2),
              top: rem(-ROOT.height / 2),
              width: rem(ROOT.width),
              height: rem(ROOT.height),
            }}
          >
            <bdi>{name}</bdi>
          </p>
          {nodes.map((placed) => (
            <NodeBox key={placed.node.path} placed={placed} onToggle={act} />
          ))}
        </div>
      </div>
      <div className={styles.tools}>
        <button type="button" aria-label="放大" onClick={() => zoom(1.25)}>
          <Icon name="plus" size={20} />
        </button>
        <button type="button" aria-label="缩小" onClick={() => zoom(0.8)}>
          <Icon name="minus" size={20} />
        </button>
        <button type="button" aria-label="复位" onClick={reset}>
          <Icon name="refresh" size={20} />
        </button>
      </div>
    </section>
  )
}

/** Edge: down to the middle, across, and on to the node; the share is beside the node. */
function EdgeLine({ edge: { from, to, percent, arrow } }: { edge: Edge }) {
  const [top, bottom] = from.y < to.y ? [from, to] : [to, from]
  const middle = (top.y + bottom.y) / 2
  const left = Math.min(from.x, to.x)
  const isOver = to.y > from.y
  const nearNode = to.y + (isOver ? -1 : 1) * (NODE.height / 2 + 20)
  return (
    <>
      <i className={styles.line} style={{ left: rem(top.x), top: rem(top.y), width: 1, height: rem(middle - top.y) }} />
      <i
        className={styles.line}
        style={{ left: rem(left), top: rem(middle), width: rem(Math.abs(from.x - to.x)), height: 1 }}
      />
      <i
        className={styles.line}
        style={{ left: rem(bottom.x), top: rem(middle), width: 1, height: rem(bottom.y - middle) }}
      />
      <i className={styles.arrow} style={{ left: rem(arrow.x), top: rem(arrow.y) }} />
      <span className={styles.percent} style={{ left: rem(to.x), top: rem(nearNode) }}>
        {formatPercent(percent)}
      </span>
    </>
  )
}

type NodeProps = { placed: PositionedNode; onToggle: (node: OwnershipNode, direction: Direction) => void }

function NodeBox({ placed: { node, direction, x, y }, onToggle }: NodeProps) {
  const { name, companyId, isPerson, state } = node
  const note = noteOf(node)
  const isOpen = state !== 'closed'
  return (
    <div
      className={classNames(styles.node, isPerson && styles.person, node.isCircular && styles.circular)}
      style={{
        left: rem(x - NODE.width / 2),
        top: rem(y - NODE.height / 2),
        width: rem(NODE.width),
        height: rem(NODE.height),
      }}
    >
      <span className={styles.name}>
        {companyId === null ? <bdi>{name}</bdi> : <CompanyLink id={companyId} name={name} />}
      </span>
      {note !== null && <small>{note}</small>}
      {state !== 'end' && (
        <button
          type="button"
          className={classNames(styles.toggle, utility.tap, direction === 'up' ? styles.above : styles.below)}
          aria-expanded={isOpen}
          aria-label={toggleLabel(node, direction)}
          onClick={() => onToggle(node, direction)}
        >
          <Icon name={state === 'failed' ? 'refresh' : isOpen ? 'minus' : 'plus'} size={14} />
        </button>
      )}
    </div>
  )
}

function noteOf({ isCircular, isAbroad, state, children, unread }: OwnershipNode): string | null {
  if (isCircular) return '循环持股'
  if (state === 'loading') return '正在加载…'
  if (state === 'failed') return '没能加载'
  if (state === 'open' && children.length === 0) return '未查询到更多'
  if (unread > 0) return `另有 ${unread} 条未列出`
  return isAbroad ? '境外' : null
}
