import type { Choice } from '@baiqicha/contract/membership'
import { useId } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import styles from './gift-choices.module.css'

/** null while loading; `retry` after a failure. */
export type GiftOptions = readonly Choice[] | null | { retry: () => void }

type GiftSectionProps = {
  title: string
  options: GiftOptions
  /** Ids in the order of selection. */
  chosen: readonly string[]
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onToggle: (id: string) => void
}

const isList = (options: GiftOptions): options is readonly Choice[] => Array.isArray(options)

function summaryOf(options: GiftOptions, chosen: readonly string[]): string {
  const names = isList(options) ? options : []
  return chosen.flatMap((id) => names.find((choice) => choice.id === id)?.name ?? []).join('、')
}

/** One of the two questions: summary, chips, and an arrow to collapse it. */
export function GiftSection({ title, options, chosen, isOpen, onOpenChange, onToggle }: GiftSectionProps) {
  const listId = useId()
  const summary = summaryOf(options, chosen)
  const toggle = () => onOpenChange(!isOpen)
  return (
    <section className={styles.section}>
      <h3>
        <button
          track-id="gift-unfold"
          type="button"
          className={styles.head}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={toggle}
        >
          <span className={styles.title}>{title}</span>
          <span className={classNames(styles.summary, summary !== '' && styles.some)}>
            {summary === '' ? '未选择' : summary}
          </span>
        </button>
      </h3>
      <div id={listId} className={styles.list} hidden={!isOpen}>
        <Options options={options} chosen={chosen} title={title} onToggle={onToggle} />
      </div>
      <button
        track-id="unfold"
        data-track-label="收起"
        type="button"
        className={classNames(styles.arrow, utility.tap)}
        aria-label={`${isOpen ? '收起' : '展开'}${title}`}
        onClick={toggle}
      >
        <Icon name={isOpen ? 'up' : 'down'} size={18} />
      </button>
    </section>
  )
}

const skeletonKeys = ['1', '2', '3', '4', '5', '6']

type OptionsProps = Pick<GiftSectionProps, 'options' | 'chosen' | 'title' | 'onToggle'>

function Options({ options, chosen, title, onToggle }: OptionsProps) {
  if (options === null) {
    return (
      <div className={styles.chips} aria-busy="true">
        {skeletonKeys.map((key) => (
          <Skeleton key={key} width="100%" height={36} radius={6} />
        ))}
      </div>
    )
  }
  if (!isList(options)) {
    return (
      <div className={styles.failed}>
        选项加载失败
        <Button trackId="retry" size="sm" tone="line" onClick={options.retry}>
          重试
        </Button>
      </div>
    )
  }
  return (
    <fieldset className={styles.chips} aria-label={title}>
      {options.map(({ id, name }) => (
        <Chip trackId="gift-choice" key={id} block pressed={chosen.includes(id)} onClick={() => onToggle(id)}>
          {name}
        </Chip>
      ))}
    </fieldset>
  )
}
