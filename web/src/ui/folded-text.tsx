import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import styles from './folded-text.module.css'
import utility from './utility.module.css'

/** Text collapsed to four lines with an expand button. Shorter text has no button. */
export function FoldedText({ text, label }: { text: ReactNode; label: string }) {
  const box = useRef<HTMLSpanElement>(null)
  const [isLonger, setIsLonger] = useState(false)
  const [isOpen, setIsOpen] = useState(false)

  useLayoutEffect(() => {
    const element = box.current
    if (element === null || isOpen) return undefined
    const measure = () => setIsLonger(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])

  return (
    <span className={styles.whole}>
      <span ref={box} className={classNames(styles.text, !isOpen && styles.folded)}>
        {text}
      </span>
      {isLonger && (
        <button
          track-id="unfold"
          data-track-label="收起"
          type="button"
          className={classNames(utility.link, utility.tap)}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? '收起' : '展开'}${label}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? '收起' : '展开'}
        </button>
      )}
    </span>
  )
}
