import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'
import { CompanyLink } from '../../domain/company/company-link.tsx'
import { recordListPath } from '../../domain/record/record-paths.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatPercent } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { countWords, restLabel, toggleLabel } from './messages.ts'
import { type Direction, directionKinds, indirectShareText, type OwnershipNode } from './ownership.ts'
import {
  type ChartLevel,
  type ChartShape,
  type ChartSpace,
  foldLevel,
  layOutLevels,
  SHOWN,
} from './ownership-layout.ts'
import styles from './ownership-picture.module.css'
import type { Ownership } from './use-ownership.ts'
import { usePanZoom } from './use-pan-zoom.ts'

type Props = { name: string; companyId: string; ownership: Ownership }

/**
 * Ownership tree as a chart: shareholders above the company, investments below. At rest it has the width of the page
 * and readable text, and scrolls with the page; two fingers zoom, one pans. The list has the same content.
 */
export function OwnershipPicture({ name, companyId, ownership }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const space = useChartSpace(frame)
  const { view, zoom, reset, handlers } = usePanZoom(frame)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const fold = (path: string) =>
    setUnfolded((now) => new Set(now.has(path) ? [...now].filter((other) => other !== path) : [...now, path]))
  const part = (direction: Direction) => {
    const level = { nodes: ownership[direction], unread: ownership.unread[direction] }
    const chart = layOutLevels(level, space)
    const controls: Controls = { direction, shape: chart.shape, ownership, unfolded, fold }
    return level.nodes.length > 0 && <Part level={level} companyId={companyId} chart={chart} {...controls} />
  }
  return (
    <section className={styles.frame} aria-label="股权结构图">
      <div ref={frame} className={classNames(styles.viewport, view.scale > 1 && styles.zoomed)} {...handlers}>
        <div className={styles.layer} style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}>
          {part('up')}
          <p className={styles.root}>
            <bdi>{name}</bdi>
          </p>
          {part('down')}
        </div>
      </div>
      <div className={styles.tools}>
        <button track-id="ownership-zoom-in" type="button" aria-label="放大" onClick={() => zoom(1.25)}>
          <Icon name="plus" size={20} />
        </button>
        <button track-id="ownership-zoom-out" type="button" aria-label="缩小" onClick={() => zoom(0.8)}>
          <Icon name="minus" size={20} />
        </button>
        <button track-id="ownership-reset" type="button" aria-label="复位" onClick={reset}>
          <Icon name="refresh" size={20} />
        </button>
      </div>
    </section>
  )
}

/** Width and text size of the chart, for as long as it is displayed. */
function useChartSpace(frame: RefObject<HTMLDivElement | null>): ChartSpace {
  const [space, setSpace] = useState<ChartSpace>({ width: 375, textSize: 12 })
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const measure = () => {
      const textSize = Number.parseFloat(getComputedStyle(element).fontSize)
      if (element.clientWidth > 0 && textSize > 0) setSpace({ width: element.clientWidth, textSize })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [frame])
  return space
}

type Controls = {
  direction: Direction
  shape: ChartShape['shape']
  ownership: Ownership
  /** Companies whose level shows more than the first nodes: path of the node, or `root`. */
  unfolded: ReadonlySet<string>
  fold: (path: string) => void
}

type PartProps = Controls & { level: ChartLevel; companyId: string; chart: ChartShape }

/** Chart of one direction. Its width counts the nodes that are shown. */
function Part({ level, companyId, chart, ...controls }: PartProps) {
  const { direction } = controls
  if (chart.shape === 'stack') {
    return (
      <div className={classNames(styles.stack, styles[direction])}>
        <Level level={level} companyId={companyId} path={`root ${direction}`} {...controls} />
        {direction === 'up' && <i className={styles.arrow} />}
      </div>
    )
  }
  const width: CSSProperties & Record<'--node', string> = { '--node': `${chart.nodeWidth}PX` }
  return (
    <div className={classNames(styles.row, styles[direction])} style={width}>
      <Level level={level} companyId={companyId} path={`root ${direction}`} {...controls} />
      {direction === 'up' && <i className={styles.arrow} />}
    </div>
  )
}

type LevelProps = Controls & { level: ChartLevel; companyId: string; path: string }

/** Shareholders or investments of one company, and a node for those that are not shown. */
function Level({ level, companyId, path, ...controls }: LevelProps) {
  const { direction, unfolded, fold } = controls
  const isUnfolded = unfolded.has(path)
  const { shown, hidden } = foldLevel(level, isUnfolded)
  const rest = restLabel(hidden, direction)
  return (
    <ul className={styles.level}>
      {shown.map((node) => (
        <li key={node.path}>
          <Subtree node={node} {...controls} />
        </li>
      ))}
      {hidden > 0 && (isUnfolded || level.nodes.length <= SHOWN) && (
        <li>
          <div className={classNames(styles.place, styles.others)}>
            <Link
              track-id="ownership-rest"
              className={styles.rest}
              to={recordListPath(directionKinds[direction], companyId)}
            >
              {rest}，见列表 <Icon name="right" size={14} />
            </Link>
          </div>
        </li>
      )}
      {level.nodes.length > SHOWN && (
        <li>
          <div className={classNames(styles.place, styles.others)}>
            <button
              track-id="ownership-fold"
              data-track-label=""
              type="button"
              className={styles.rest}
              aria-expanded={isUnfolded}
              onClick={() => fold(path)}
            >
              {isUnfolded ? `收起，仅看前 ${SHOWN} ${countWords[direction]}` : rest}{' '}
              <Icon name={isUnfolded ? 'up' : 'right'} size={14} />
            </button>
          </div>
        </li>
      )}
    </ul>
  )
}

type SubtreeProps = Controls & { node: OwnershipNode }

/**
 * A node with its next level. Side by side, the shareholders of a shareholder are above it. In a stack the next level is
 * always below its company, indented: above it, it would read as the next level of the node before.
 */
function Subtree({ node, ...controls }: SubtreeProps) {
  const isAbove = controls.direction === 'up' && controls.shape === 'row'
  const next = node.children.length > 0 && node.companyId !== null && (
    <Level
      level={{ nodes: node.children, unread: node.unread }}
      companyId={node.companyId}
      path={node.path}
      {...controls}
    />
  )
  return (
    <>
      {isAbove && next}
      <NodeBox node={node} {...controls} />
      {!isAbove && next}
    </>
  )
}

function NodeBox({ node, direction, ownership }: SubtreeProps) {
  const { name, companyId, isPerson, isCircular, percent, state } = node
  const note = noteOf(node)
  const indirect = indirectShareText(node)
  const isOpen = state !== 'closed'
  const act = () => (state === 'failed' ? ownership.retry() : ownership.toggle(node, direction))
  return (
    <div className={classNames(styles.place, isPerson && styles.person, isCircular && styles.circular)}>
      <span className={styles.name}>
        {companyId === null ? <bdi>{name}</bdi> : <CompanyLink id={companyId} name={name} />}
        {note !== null && <small>{note}</small>}
        {indirect !== null && <small>{indirect}</small>}
      </span>
      <b className={styles.percent}>
        <span>{formatPercent(percent)}</span>
      </b>
      {state !== 'end' && (
        <button
          track-id="ownership-node"
          data-track-label=""
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-label={toggleLabel(node, direction)}
          onClick={act}
        >
          <Icon name={state === 'failed' ? 'refresh' : isOpen ? 'minus' : 'plus'} size={14} />
        </button>
      )}
    </div>
  )
}

function noteOf({ isCircular, isAbroad, state, children, isCovered }: OwnershipNode): string | null {
  if (isCircular) return '循环持股'
  if (state === 'loading') return '正在加载…'
  if (state === 'failed') return '加载失败'
  if (state === 'open' && children.length === 0) return isCovered ? '未查询到' : '未接入'
  return isAbroad ? '境外' : null
}
