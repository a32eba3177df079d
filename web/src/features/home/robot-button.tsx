import { type PointerEvent, useRef, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { ASSISTANT_PATH } from '../../platform/assistant/typed-question.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './deferred-home-sections.module.css'

/** Movement below this counts as a tap. Px. */
const TAP_PX = 6

type Grip = { startX: number; startY: number; isMoved: boolean }

/**
 * Button that opens the assistant. Docked at an edge and as narrow as the gutter, so that it covers no text; it can be
 * dragged along the edge or to the other edge.
 */
export function RobotButton({ isRaised }: { isRaised: boolean }) {
  const navigate = useNavigate()
  const requireLogin = useRequireLogin()
  const [position, setPosition] = useState<RobotPosition | null>(null)
  const [dragPoint, setDragPoint] = useState<{ x: number; y: number } | null>(null)
  const grip = useRef<Grip | null>(null)

  const open = () => {
    if (requireLogin(ASSISTANT_PATH)) void navigate(ASSISTANT_PATH)
  }
  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { startX: event.clientX, startY: event.clientY, isMoved: false }
  }
  const drag = (event: PointerEvent) => {
    if (grip.current === null) return
    const { startX, startY } = grip.current
    grip.current.isMoved ||= Math.hypot(event.clientX - startX, event.clientY - startY) >= TAP_PX
    if (grip.current.isMoved) setDragPoint({ x: event.clientX, y: event.clientY })
  }
  const drop = (event: PointerEvent<HTMLButtonElement>) => {
    const size = event.currentTarget.offsetHeight
    const screen = { width: window.innerWidth, height: window.innerHeight }
    const margins = { top: size * 2, bottom: size * (isRaised ? 3 : 2) }
    if (dragPoint !== null) setPosition(dockRobot(dragPoint.x, dragPoint.y, screen, margins))
    setDragPoint(null)
  }
  const tap = () => {
    // The click that ends a drag is no tap; a keyboard click has no grip.
    const isDragEnd = grip.current?.isMoved === true
    grip.current = null
    if (!isDragEnd) open()
  }

  const docked = position === null ? undefined : { bottom: `${position.bottom}px` }
  return (
    <button
      track-id="assistant"
      type="button"
      className={classNames(
        styles.robot,
        isRaised && styles.raised,
        position?.side === 'left' && styles.left,
        dragPoint !== null && styles.dragging,
      )}
      style={dragPoint === null ? docked : { left: `${dragPoint.x}px`, top: `${dragPoint.y}px` }}
      aria-label="百言助手"
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onClick={tap}
    >
      <Icon name="bot" size={20} />
    </button>
  )
}

/** Docked position: edge and distance from the bottom in px. */
type RobotPosition = { side: 'left' | 'right'; bottom: number }

type Screen = { width: number; height: number }

/** Reserved space at the top (status bar, sticky search) and the bottom (tab bar, login bar), px. */
type Margins = { top: number; bottom: number }

/** Docks at the nearer edge within the margins. `x` and `y` are the pointer position at release. */
export function dockRobot(x: number, y: number, screen: Screen, margins: Margins): RobotPosition {
  const side = x < screen.width / 2 ? 'left' : 'right'
  const highest = Math.max(margins.bottom, screen.height - margins.top)
  return { side, bottom: Math.min(Math.max(screen.height - y, margins.bottom), highest) }
}
