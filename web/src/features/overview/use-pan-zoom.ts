import { type PointerEvent, type UIEvent, useRef, useState } from 'react'

type Point = { x: number; y: number }
/** Pan and zoom from the centre of the picture. Screen px. */
export type View = Point & { scale: number }

const LIMITS = { min: 0.3, max: 2 }
/** Movement below this counts as a tap. Screen px. */
const TAP_SLIP = 6

const clampScale = (scale: number) => Math.min(LIMITS.max, Math.max(LIMITS.min, scale))
const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

/** Pan with one finger, zoom with two. A pan does not tap the element under the finger. */
export function usePanZoom(start: View) {
  const [view, setView] = useState(start)
  const fingers = useRef(new Map<number, Point>())
  const moved = useRef(0)

  const pan = (by: Point) => setView((now) => ({ ...now, x: now.x + by.x, y: now.y + by.y }))
  const zoom = (factor: number) =>
    setView((now) => {
      const scale = clampScale(now.scale * factor)
      return { x: (now.x * scale) / now.scale, y: (now.y * scale) / now.scale, scale }
    })

  function move(event: PointerEvent) {
    const before = fingers.current.get(event.pointerId)
    if (before === undefined) return
    const point = { x: event.clientX, y: event.clientY }
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, point)
    moved.current += distance(before, point)
    if (other !== undefined) zoom(distance(other, point) / Math.max(1, distance(other, before)))
    else pan({ x: point.x - before.x, y: point.y - before.y })
  }

  const lift = (event: PointerEvent) => void fingers.current.delete(event.pointerId)

  return {
    view,
    zoom,
    reset: () => setView(start),
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (fingers.current.size === 0) moved.current = 0
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      },
      onPointerMove: move,
      onPointerUp: lift,
      onPointerCancel: lift,
      onPointerLeave: lift,
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
