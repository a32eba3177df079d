import { type CSSProperties, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { companyPath } from '../../domain/company/company-path.ts'
import { recordListPath } from '../../domain/record/record-paths.ts'
import { Link } from '../../lib/router/router.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import { type ChartSpace, directionKinds, foldLevel, type OwnershipNode, shareText, toggleLabel } from './ownership.ts'
import styles from './ownership-screen.module.css'
import { PanZoomFrame } from './pan-zoom-frame.tsx'
import {
  type Box,
  inBands,
  layOutPicture,
  nodeNotes,
  type PlacedNode,
  type PlacedRest,
  TOGGLE_INSET,
  toggleBox,
} from './picture-layout.ts'
import { PictureMarks } from './picture-marks.tsx'
import type { PictureFacts } from './save-picture.ts'
import type { Ownership } from './use-ownership.ts'

/** Height of a band of a picture. CSS px at rest. */
const BAND = 600
/** Beyond the screen, so that a quick drag meets no gap. CSS px. */
const MARGIN = 400

/** Bands of a picture that are on or near the screen, by its elements with `data-band`; null: all, as before the first observation. */
function useVisibleBands(
  picture: RefObject<HTMLElement | null>,
  /** 0: the picture is small enough to be drawn whole. */
  count: number,
): ReadonlySet<number> | null {
  const [bands, setBands] = useState<ReadonlySet<number> | null>(null)
  useEffect(() => {
    if (picture.current === null || count === 0) return undefined
    const observer = new IntersectionObserver(
      (entries) =>
        setBands((before) => {
          const now = new Set(before ?? [])
          for (const { target, isIntersecting } of entries) {
            const band = Number(target.getAttribute('data-band'))
            if (isIntersecting) now.add(band)
            else now.delete(band)
          }
          return now
        }),
      { rootMargin: `${MARGIN}px` },
    )
    for (const element of picture.current.querySelectorAll('[data-band]')) observer.observe(element)
    return () => observer.disconnect()
  }, [picture, count])
  return count === 0 ? null : bands
}

type Props = { name: string; companyId: string; ownership: Ownership; facts: PictureFacts }

/**
 * Ownership as one SVG: shareholders above the company, investments below. At rest it has the width of the page and readable
 * text, and scrolls with the page; drag, pinch, wheel and keys move and enlarge it. Links and buttons lie over the picture, so that
 * a saved picture has none. The list has the same content.
 */
export function OwnershipPicture({ name, companyId, ownership, facts }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const space = useChartSpace(frame)
  const { tap } = space
  const [folded, setFolded] = useState<ReadonlyMap<string, boolean>>(new Map())
  // A band that comes into sight renders the picture, and must not lay it out.
  const picture = useMemo(() => {
    const { up, down, unread, marked } = ownership
    const levels = { up: { nodes: up, unread: unread.up }, down: { nodes: down, unread: unread.down } }
    const isUnfolded = (path: string) => folded.get(path) ?? hidesMarked(levelAt(levels, path), marked)
    return layOutPicture({ name, companyId, ...levels }, { space, tap: space.tap, isUnfolded })
  }, [name, companyId, ownership, folded, space])
  const bandCount = picture.places.length > DRAWN_WHOLE ? Math.ceil(picture.height / BAND) : 0
  const bands = useVisibleBands(frame, bandCount)
  const [isSaving, setIsSaving] = useState(false)
  const drawn = bands === null || isSaving ? picture : inBands(picture, bands, BAND)
  async function save() {
    // A saved picture is whole.
    flushSync(() => setIsSaving(true))
    try {
      const { savePicture } = await import('./save-picture.ts')
      if (svg.current !== null) await savePicture(svg.current, { ...picture, facts, textSize: space.textSize })
    } catch {
      showToast('图片生成失败，请重试')
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <section className={styles.frame} aria-label="股权结构图">
      <PanZoomFrame
        frame={frame}
        height={picture.height}
        action={
          <button track-id="ownership-save" type="button" className={styles.save} onClick={() => void save()}>
            导出 PNG
          </button>
        }
      >
        <svg ref={svg} width={picture.width} height={picture.height} aria-hidden="true">
          <PictureMarks picture={drawn} textSize={space.textSize} marked={ownership.marked} />
        </svg>
        {Array.from({ length: bandCount }, (_, band) => (
          <div
            key={band}
            className={styles.band}
            style={{ top: band * BAND, width: picture.width, height: BAND }}
            data-band={band}
          />
        ))}
        <Place box={picture.root}>
          <p className={utility.spoken}>
            <bdi>{name}</bdi>
          </p>
        </Place>
        <ul>
          {drawn.places.map((place) =>
            place.type === 'node' ? (
              <NodeControls key={place.key} place={place} tap={tap} ownership={ownership} />
            ) : (
              <RestControl
                key={place.key}
                place={place}
                onFold={() => setFolded(new Map([...folded, [place.path, !place.isUnfolded]]))}
              />
            ),
          )}
        </ul>
      </PanZoomFrame>
    </section>
  )
}

/** Places of a picture that is drawn whole; of a larger one the parts near the screen are. */
const DRAWN_WHOLE = 120

/** px; narrow phones have smaller texts elsewhere. */
const SMALLEST_TEXT = 12

/** Width and text size of the chart, and the size of what a finger hits, for as long as it is displayed. */
function useChartSpace(frame: RefObject<HTMLDivElement | null>): ChartSpace & { tap: number } {
  const [space, setSpace] = useState({ width: 375, textSize: 12, tap: 44 })
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const measure = () => {
      const style = getComputedStyle(element)
      const textSize = Math.max(SMALLEST_TEXT, Number.parseFloat(style.fontSize))
      const tap = Number.parseFloat(style.scrollPaddingTop) || 44
      if (element.clientWidth > 0 && textSize > 0) setSpace({ width: element.clientWidth, textSize, tap })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [frame])
  return space
}

/** Nodes of the level with a path: `root` and the direction, or the path of the company. */
function levelAt(
  levels: Record<'up' | 'down', { nodes: readonly OwnershipNode[] }>,
  path: string,
): readonly OwnershipNode[] {
  if (path === 'root up') return levels.up.nodes
  if (path === 'root down') return levels.down.nodes
  const find = (nodes: readonly OwnershipNode[]): readonly OwnershipNode[] =>
    nodes.flatMap((node) =>
      node.path === path ? node.children : path.startsWith(node.path) ? find(node.children) : [],
    )
  return find([...levels.up.nodes, ...levels.down.nodes])
}

/** Whether a node on the way of the marked holder is not among the first of its level. */
const hidesMarked = (nodes: readonly OwnershipNode[], marked: ReadonlySet<string>) => {
  const { shown } = foldLevel({ nodes, unread: 0 }, false)
  return nodes.some((node) => marked.has(node.path) && !shown.includes(node))
}

const boxStyle = ({ x, y, width, height }: Box): CSSProperties => ({ left: x, top: y, width, height })

const Place = ({ box, children }: { box: Box; children: ReactNode }) => (
  <div className={styles.place} style={boxStyle(box)} data-place="">
    {children}
  </div>
)

type ControlsProps = { place: PlacedNode; tap: number; ownership: Ownership }

/** Name and share for screen readers, the link to the company, and the button of the next level. */
function NodeControls({ place, tap, ownership }: ControlsProps) {
  const { node, direction } = place
  const toggle = toggleBox(place, tap)
  const act = () => (node.state === 'failed' ? ownership.retry() : ownership.toggle(node, direction))
  const notes = nodeNotes(node).join('，')
  return (
    <li>
      <div className={styles.place} style={boxStyle(nameBox(place, tap))} data-place="">
        {node.companyId === null ? (
          <bdi className={utility.spoken}>{node.name}</bdi>
        ) : (
          <Link track-id="company" className={styles.hit} to={companyPath(node.companyId)}>
            <bdi className={utility.spoken}>{node.name}</bdi>
          </Link>
        )}
        <span className={utility.spoken}>{shareText(node)}</span>
        {notes !== '' && <span className={utility.spoken}>{notes}</span>}
      </div>
      {toggle !== null && (
        <button
          track-id="ownership-node"
          data-track-label=""
          data-place=""
          type="button"
          className={styles.place}
          style={boxStyle(toggle)}
          aria-expanded={node.state !== 'closed'}
          aria-label={toggleLabel(node, direction)}
          onClick={act}
        />
      )}
    </li>
  )
}

/** The part of a node that leads to the company: beside, or clear of, the button of the next level. */
function nameBox({ toggle, x, y, width, height, name, direction }: PlacedNode, tap: number): Box {
  if (toggle === null) return { x, y, width, height }
  if (name.align === 'start') return { x, y, width: width - tap, height }
  return { x, y: direction === 'up' ? y + TOGGLE_INSET : y, width, height: height - TOGGLE_INSET }
}

function RestControl({ place, onFold }: { place: PlacedRest; onFold: () => void }) {
  const { type, label, direction, companyId, isUnfolded } = place
  const common = { className: styles.place, style: boxStyle(place), 'data-place': '' }
  return (
    <li>
      {type === 'all' ? (
        <Link {...common} track-id="ownership-rest" to={recordListPath(directionKinds[direction], companyId)}>
          <span className={utility.spoken}>{label}</span>
        </Link>
      ) : (
        <button
          {...common}
          track-id="ownership-fold"
          data-track-label=""
          type="button"
          aria-expanded={isUnfolded}
          onClick={onFold}
        >
          <span className={utility.spoken}>{label}</span>
        </button>
      )}
    </li>
  )
}
