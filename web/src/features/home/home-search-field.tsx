import { type FocusEvent, type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { isComposing } from '../../lib/is-composing.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { CriticalIcon as Icon } from '../../ui/critical-icon.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import searchLayout from '../../ui/search-layout.module.css'
import utility from '../../ui/utility.module.css'
import styles from './home-page.module.css'

/** Display time of a name, and its maximum length (SPEC §9). */
const ROTATION_MS = 3000
const MAX_CHARACTERS = 13
const DEFAULT_PLACEHOLDER = '请输入企业名称/简称'

/** Truncates names over 13 characters with an ellipsis. */
export function truncateName(name: string): string {
  const characters = Array.from(name)
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS).join('')}…` : name
}

/**
 * Company name that the search field suggests: the next of `names` every 3 s unless paused. Without names, as for a
 * visitor, `name` is null and the text is the default.
 */
export function useRotatingPlaceholder(names: readonly string[], isPaused: boolean) {
  const [turn, setTurn] = useState(0)
  const canRotate = names.length > 1 && !isPaused

  useEffect(() => {
    if (!canRotate) return undefined
    const timer = setInterval(() => setTurn((current) => current + 1), ROTATION_MS)
    return () => clearInterval(timer)
  }, [canRotate])

  const name = names[turn % names.length] ?? null
  return { name, text: name === null ? DEFAULT_PLACEHOLDER : truncateName(name) }
}

/** Shared props of the two search fields of Home, in the head and in the sticky bar. */
export type HomeSearchFieldProps = {
  value: string
  placeholder: string
  onChange: (value: string) => void
  onSubmit: (value: string) => void
  onFocus: () => void
  onBlur: () => void
  /** Closes the search panel. */
  onClose: () => void
}

// Loaded when the page is idle: nobody types before.
const HomeSearchPanel = lazyPart(async () => (await import('./home-search-panel.tsx')).HomeSearchPanel)

type Props = { field: HomeSearchFieldProps; variant: 'hero' | 'bar'; formLabel?: string; isOpen: boolean }

/** Search field of Home. When it has the focus, it fills the screen with the search panel below it. */
export function HomeSearchField({ field, variant, formLabel, isOpen }: Props) {
  const area = useRef<HTMLDivElement>(null)
  const { onClose, ...fieldProps } = field

  useEffect(() => {
    if (!isOpen) area.current?.querySelector('input')?.blur()
  }, [isOpen])

  const closeOnEscape = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape' || isComposing(event.nativeEvent)) return
    // The browser would empty the field.
    event.preventDefault()
    onClose()
  }
  const closeOnLeave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!isOpen || relatedTarget === null || currentTarget.contains(relatedTarget)) return
    // A dialog over the panel, or the page that follows, takes the focus without closing it.
    const place = relatedTarget.closest('main, [role$="dialog"]')
    if (place === null || place === currentTarget.closest('main')) onClose()
  }

  return (
    <div className={variant === 'hero' ? styles.hero : utility.grow}>
      <div
        ref={area}
        role="presentation"
        className={isOpen ? styles.open : undefined}
        onKeyDown={closeOnEscape}
        onBlur={closeOnLeave}
      >
        <div className={styles.searchHead}>
          {isOpen && (
            <button track-id="cancel" type="button" className={searchLayout.icon} aria-label="取消" onClick={onClose}>
              <Icon name="right" className={styles.back} />
            </button>
          )}
          <SearchField
            {...fieldProps}
            {...(formLabel !== undefined && { formLabel })}
            variant={isOpen ? 'bar' : variant}
            submitLabel={isOpen ? '搜索' : '查一下'}
            isRotating
          />
        </div>
        {isOpen && (
          <Suspense>
            <HomeSearchPanel text={field.value} area={area} onSearch={field.onSubmit} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
