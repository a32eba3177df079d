import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import type { TrackId } from '../lib/tracker/track-ids.ts'
import styles from './tabs.module.css'

export type TabItem<K extends string> = { key: K; label: string; count?: number | undefined }

type TabsProps<K extends string> = {
  trackId: TrackId
  items: readonly TabItem<K>[]
  value: K
  onChange: (key: K) => void
  /** Accessible name of the tabs. */
  label: string
  /** Equal tabs over the whole width. */
  fill?: boolean
  /** Hairline below. */
  line?: boolean
  /** Id of the element with role tabpanel. */
  panelId?: string
  /** Element at the right end, outside the tab list. */
  end?: ReactNode
}

/** Centre of the selected tab in design px from the left end of the list. */
function middleOf(list: HTMLElement | null, index: number): number | null {
  const tab = list?.querySelectorAll<HTMLElement>('[role="tab"]')[index]
  return tab === undefined ? null : tab.offsetLeft + tab.offsetWidth / 2
}

/** Length in px by which the edges of a list fade. */
const FADE = 16

/** Scrolls the selected tab into the middle of the list unless all of it is clear of the edges; the page does not scroll. */
function showTab(list: HTMLElement | null, index: number) {
  const tab = list?.querySelectorAll<HTMLElement>('[role="tab"]')[index]
  if (list === null || tab === undefined) return
  const start = tab.offsetLeft - list.scrollLeft
  if (start < FADE || start + tab.offsetWidth > list.clientWidth - FADE)
    list.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - list.clientWidth / 2
}

/** Tabs with roving focus: arrow keys, Home and End; the indicator slides to the selected tab. */
export function Tabs<K extends string>(props: TabsProps<K>) {
  const { trackId, items, value, onChange, label, fill = false, line = false, panelId, end } = props
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const [underline, setUnderline] = useState<number | null>(null)

  useLayoutEffect(() => {
    const updateIndicator = () => {
      const chosen = items.findIndex((item) => item.key === value)
      setUnderline(middleOf(list.current, chosen))
      showTab(list.current, chosen)
    }
    updateIndicator()
    if (list.current === null) return undefined
    const observer = new ResizeObserver(updateIndicator)
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [items, value])

  const moveTo = (index: number) => {
    const item = items[(index + items.length) % items.length]
    if (item === undefined) return
    onChange(item.key)
    list.current?.querySelector<HTMLElement>(`[data-key="${item.key}"]`)?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const index = items.findIndex((item) => item.key === value)
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: items.length - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    moveTo(target)
  }

  return (
    <div className={classNames(styles.bar, line && styles.line)}>
      <div className={classNames(styles.list, fill && styles.fill)} role="tablist" aria-label={label} ref={list}>
        {items.map((item) => (
          <button
            track-id={trackId}
            key={item.key}
            type="button"
            role="tab"
            id={`${id}-${item.key}`}
            data-key={item.key}
            className={classNames(styles.tab, item.key === value && styles.on)}
            aria-selected={item.key === value}
            aria-controls={panelId}
            tabIndex={item.key === value ? 0 : -1}
            onClick={() => onChange(item.key)}
            onKeyDown={onKeyDown}
          >
            {item.label}
            {item.count !== undefined && <small className={styles.count}>{item.count}</small>}
          </button>
        ))}
        {underline !== null && (
          <span className={styles.underline} style={{ transform: `translateX(${underline}px)` }} aria-hidden="true" />
        )}
      </div>
      {end}
    </div>
  )
}
