import { type ReactNode, useId } from 'react'
import { useToggledSet } from '../lib/use-toggled-set.ts'
import styles from './accordion.module.css'
import { Icon } from './icon.tsx'
import utility from './utility.module.css'

export type AccordionItem = { title: string; content: ReactNode; isOpen: boolean }

/** Collapsible parts; several can be open. `isOpen` is the initial state. */
export function Accordion({ items }: { items: readonly AccordionItem[] }) {
  const id = useId()
  const [toggled, toggle] = useToggledSet<number>()

  return items.map((item, at) => {
    const isOpen = item.isOpen !== toggled.has(at)
    return (
      <section key={`${at}${item.title}`} className={styles.item}>
        <h3>
          <button
            track-id="question"
            type="button"
            className={styles.head}
            aria-expanded={isOpen}
            aria-controls={`${id}${at}`}
            onClick={() => toggle(at)}
          >
            <bdi className={utility.grow}>{item.title}</bdi>
            <Icon name={isOpen ? 'up' : 'down'} size={16} />
          </button>
        </h3>
        <div id={`${id}${at}`} className={styles.content} hidden={!isOpen}>
          {item.content}
        </div>
      </section>
    )
  })
}
