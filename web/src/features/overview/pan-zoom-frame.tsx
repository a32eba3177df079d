import { type FocusEvent, type ReactNode, type RefObject, useRef } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './ownership-picture.module.css'
import { usePanZoom } from './use-pan-zoom.ts'

type Props = {
  frame: RefObject<HTMLDivElement | null>
  /** Height of the content at rest. CSS px. */
  height: number
  children: ReactNode
  /** Before the buttons that zoom. */
  action: ReactNode
}

/** React leaves a property of a style alone that it rendered with the same value before, so the moved layer stays. */
const AT_REST = 'translate(0px, 0px) scale(1)'

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
          style={{ height, transform: AT_REST }}
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
