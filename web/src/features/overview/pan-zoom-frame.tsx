import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type UIEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './ownership-screen.module.css'

type Point = { x: number; y: number }
/** Pan and zoom from the middle of the upper edge. Screen px. */
type View = Point & { scale: number }

const AT_REST: View = { x: 0, y: 0, scale: 1 }
/** At its smallest the text has the size that it has at rest: 12 px and more. */
const LIMITS = { min: 1, max: 3 }
/** Movement below this counts as a tap. Screen px. */
const TAP_SLIP = 6
/** Pan by an arrow key. Screen px. */
const KEY_PAN = 48
const keyPans: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: KEY_PAN, y: 0 },
  ArrowRight: { x: -KEY_PAN, y: 0 },
  ArrowUp: { x: 0, y: KEY_PAN },
  ArrowDown: { x: 0, y: -KEY_PAN },
}
const keyZooms: Readonly<Record<string, number>> = { '+': 1.25, '=': 1.25, '-': 0.8 }

const clampScale = (scale: number) => Math.min(LIMITS.max, Math.max(LIMITS.min, scale))
const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })

/** Keeps the point of the picture that is at `fixed` where it is. */
function zoomAt(view: View, factor: number, fixed: Point): View {
  const scale = clampScale(view.scale * factor)
  const by = scale / view.scale
  return { x: fixed.x + (view.x - fixed.x) * by, y: fixed.y + (view.y - fixed.y) * by, scale }
}

/** Zoom of one px of the wheel. */
const WHEEL_ZOOM = 0.002

/**
 * Pan with one finger, zoom with two, or both by wheel or keyboard. A pan does not tap the element under the finger. Unless
 * zoomed in, a vertical pan of one finger and the wheel scroll the page; the wheel zooms with Ctrl, as two fingers on a trackpad
 * do. A move sets the transform of `layer` and renders nothing.
 */
function usePanZoom(frame: RefObject<HTMLElement | null>, layer: RefObject<HTMLElement | null>) {
  const view = useRef(AT_REST)
  const [isZoomed, setIsZoomed] = useState(false)
  const [isMoving, setIsMoving] = useState(false)
  const fingers = useRef(new Map<number, Point>())
  const moved = useRef(0)

  function show(next: View) {
    // React renders a component again for a state that it has already.
    if (next.scale > 1 !== view.current.scale > 1) setIsZoomed(next.scale > 1)
    view.current = next
    layer.current?.style.setProperty('transform', `translate(${next.x}px, ${next.y}px) scale(${next.scale})`)
  }
  /** A point of the screen, from the middle of the upper edge of the frame. */
  function fromEdge({ x, y }: Point): Point {
    const { left, width, top } = frame.current?.getBoundingClientRect() ?? { left: 0, width: 0, top: 0 }
    return { x: x - left - width / 2, y: y - top }
  }
  /** Middle of the part of the frame that is on the screen. */
  function visibleMiddle(): Point {
    const { height = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {}
    return { x: 0, y: (Math.max(0, -top) + Math.min(height, window.innerHeight - top)) / 2 }
  }
  const pan = ({ x, y }: Point) => show({ ...view.current, x: view.current.x + x, y: view.current.y + y })
  const zoom = (factor: number, fixed = visibleMiddle()) => show(zoomAt(view.current, factor, fixed))
  const reset = () => show(AT_REST)

  // Otherwise the browser takes two fingers that move vertically for a scroll of the page.
  useEffect(() => {
    const element = frame.current
    const keepPinch = (event: TouchEvent) => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault()
    }
    element?.addEventListener('touchmove', keepPinch, { passive: false })
    return () => element?.removeEventListener('touchmove', keepPinch)
  }, [frame])

  const turn = useEffectEvent((event: WheelEvent) => {
    if (event.ctrlKey) zoom(Math.exp(-event.deltaY * WHEEL_ZOOM), fromEdge({ x: event.clientX, y: event.clientY }))
    else if (event.shiftKey) pan({ x: -(event.deltaX || event.deltaY), y: 0 })
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const element = frame.current
    const listen = (event: WheelEvent) => turn(event)
    // React listens passively, so that the page would zoom too.
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [frame])

  /** Pans so that a focused part is inside the frame. `box`: on the screen. */
  function showBox({ left, right }: Pick<DOMRect, 'left' | 'right'>) {
    const edge = frame.current?.getBoundingClientRect()
    if (edge === undefined) return
    if (left < edge.left) pan({ x: edge.left - left + 8, y: 0 })
    else if (right > edge.right) pan({ x: Math.max(edge.right - right - 8, edge.left - left + 8), y: 0 })
  }

  function move(event: PointerEvent) {
    const before = fingers.current.get(event.pointerId)
    if (before === undefined) return
    const point = { x: event.clientX, y: event.clientY }
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, point)
    moved.current += distance(before, point)
    if (!isMoving) setIsMoving(true)
    if (other === undefined) pan({ x: point.x - before.x, y: point.y - before.y })
    else zoom(distance(other, point) / Math.max(1, distance(other, before)), fromEdge(middle(other, point)))
  }

  const lift = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId)
    if (fingers.current.size === 0) setIsMoving(false)
  }

  function press(event: KeyboardEvent) {
    const by = view.current.scale === 1 ? undefined : keyPans[event.key]
    const factor = keyZooms[event.key]
    if (by !== undefined) pan(by)
    else if (factor !== undefined) zoom(factor)
    else if (event.key === '0') reset()
    else return
    event.preventDefault()
  }

  return {
    /** Whether the picture is larger than at rest. */
    isZoomed,
    /** Whether a finger moves the picture. */
    isMoving,
    zoom,
    reset,
    showBox,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (fingers.current.size === 0) moved.current = 0
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      },
      onPointerMove: move,
      onPointerUp: lift,
      onPointerCancel: lift,
      onPointerLeave: lift,
      onKeyDown: press,
      onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
        if (moved.current <= TAP_SLIP) return
        moved.current = 0
        event.preventDefault()
        event.stopPropagation()
      },
      // The browser scrolls a focused element into view; pans the picture instead.
      onScroll: ({ currentTarget }: UIEvent) => {
        const { scrollLeft, scrollTop } = currentTarget
        if (scrollLeft === 0 && scrollTop === 0) return
        currentTarget.scrollTo(0, 0)
        pan({ x: -scrollLeft, y: -scrollTop })
      },
    },
  }
}

type Props = {
  frame: RefObject<HTMLDivElement | null>
  /** Height of the content at rest. CSS px. */
  height: number
  children: ReactNode
  /** Before the buttons that zoom. */
  action: ReactNode
}

/** React leaves a property of a style alone that it rendered with the same value before, so the moved layer stays. */
const RESTING_TRANSFORM = 'translate(0px, 0px) scale(1)'

/** Moves and enlarges its content as one layer: React renders nothing while a finger moves it. */
export function PanZoomFrame({ frame, height, children, action }: Props) {
  const layer = useRef<HTMLDivElement>(null)
  const { isZoomed, isMoving, zoom, reset, showBox, handlers } = usePanZoom(frame, layer)
  const onFocus = ({ target }: FocusEvent) => {
    const place = target.closest('[data-place]')
    if (place !== null) showBox(place.getBoundingClientRect())
  }
  return (
    <>
      <div ref={frame} className={classNames(styles.viewport, isZoomed && styles.zoomed)} {...handlers}>
        <div
          ref={layer}
          className={classNames(styles.layer, isMoving && styles.moving)}
          style={{ height, transform: RESTING_TRANSFORM }}
          onFocus={onFocus}
        >
          {children}
        </div>
      </div>
      <div className={styles.tools}>
        {action}
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
    </>
  )
}
