import { type ReactNode, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import chips from '../../ui/chip.module.css'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import { PageFailed } from '../page/page-failed.tsx'
import {
  type ChipOption,
  type FilterChoice,
  type FilterGroup,
  type FilterPanel,
  type FilterRowProps,
  parentOf,
} from './filter-panel.ts'
import styles from './filter-sheet.module.css'

type ChoiceColumnsProps = {
  /** Name of the choice, such as 地区. */
  label: string
  /** undefined while loading and after a failure. */
  choices: readonly FilterChoice[] | undefined
  value: string | undefined
  onChange: (code: string | undefined) => void
  /** Defined after a failure. */
  onRetry: (() => void) | undefined
}

/** Two columns for choices of two levels: province and city, section and division. The first one starts opened. */
function ChoiceColumns({ label, choices, value, onChange, onRetry }: ChoiceColumnsProps) {
  const [opened, setOpened] = useState<string | null>(null)
  if (choices === undefined) return <NoChoices onRetry={onRetry} />

  const shown = choices.find((choice) => choice.code === opened) ?? parentOf(choices, value) ?? choices[0]
  const options = shown === undefined ? [] : [{ code: shown.code, name: `全部${shown.name}` }, ...shown.children]
  return (
    <div className={styles.columns}>
      <ul className={styles.first} aria-label={label}>
        <li>
          <button
            track-id="range-any"
            type="button"
            className={classNames(styles.parent, value === undefined && styles.chosen)}
            aria-pressed={value === undefined}
            onClick={() => {
              setOpened(null)
              onChange(undefined)
            }}
          >
            不限
            {value === undefined && <Icon name="check" size={16} />}
          </button>
        </li>
        {choices.map((choice) => (
          <li key={choice.code}>
            <button
              track-id="choice-group"
              type="button"
              className={classNames(styles.parent, choice === shown && styles.shown)}
              aria-expanded={choice === shown}
              onClick={() => setOpened(choice.code)}
            >
              {choice.name}
            </button>
          </li>
        ))}
      </ul>
      <ul className={styles.second} aria-label={shown?.name}>
        {options.map(({ code, name }) => (
          <li key={code}>
            <button
              track-id="range-choice"
              type="button"
              className={classNames(styles.child, code === value && styles.chosen)}
              aria-pressed={code === value}
              onClick={() => onChange(code)}
            >
              {name}
              {code === value && <Icon name="check" size={16} />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const placeholder = [[120, 96, 132, 108, 120].map((width) => [width, 16] as const)]

function NoChoices({ onRetry }: { onRetry: (() => void) | undefined }) {
  if (onRetry !== undefined) {
    return <PageFailed compact onRetry={onRetry} />
  }
  return <SkeletonGroups groups={placeholder} className={styles.loading} />
}

type SheetProps = Omit<FilterRowProps, 'panels'> & { panel: FilterPanel; isOpen: boolean; onClose: () => void }

/** Edits a draft of the filters, which the button applies. */
export function FilterSheet({
  panel,
  choices,
  isOpen,
  values,
  onClose,
  onApply,
  onLocked,
  renderApplyLabel,
}: SheetProps) {
  const [draft, setDraft] = useState(values)
  const { subject, title = subject, note, groups } = panel
  /** Sets a condition, or removes it when `value` is undefined or already set. */
  const toggle = (key: string, value: string | undefined) =>
    setDraft(({ [key]: current, ...rest }) =>
      value === undefined || value === current ? rest : { ...rest, [key]: value },
    )
  const choose = ({ key, isLocked }: FilterGroup, value: string) => {
    if (isLocked?.(value) !== true) return toggle(key, value)
    onClose()
    onLocked?.()
  }
  return (
    <Sheet
      open={isOpen}
      onClose={onClose}
      title={title}
      foot={
        <>
          <Button
            trackId="filters-reset"
            tone="line"
            onClick={() => groups.forEach(({ key }) => toggle(key, undefined))}
          >
            重置
          </Button>
          <Button trackId="filters-apply" onClick={() => onApply(draft)}>
            {renderApplyLabel(draft, isOpen)}
          </Button>
        </>
      }
    >
      {note}
      {groups.map((group) =>
        typeof group.options === 'string' ? (
          <ChoiceColumns
            key={group.key}
            label={group.title}
            choices={choices.data?.[group.options]}
            value={draft[group.key]}
            onChange={(code) => toggle(group.key, code)}
            onRetry={choices.isError ? () => void choices.refetch() : undefined}
          />
        ) : (
          <ChipGroup
            key={group.key}
            title={group.title}
            isTitleShown={groups.length > 1}
            remark={group.remark}
            options={group.options}
            value={draft[group.key]}
            onChoose={(value) => choose(group, value)}
          />
        ),
      )}
    </Sheet>
  )
}

type Props<V extends string> = {
  title: string
  isTitleShown?: boolean
  /** Beside the title. */
  remark?: ReactNode
  options: readonly ChipOption<V>[]
  value: V | undefined
  onChoose: (value: V) => void
}

/** Chips of which at most one is pressed. */
function ChipGroup<V extends string>({ title, isTitleShown = true, remark, options, value, onChoose }: Props<V>) {
  return (
    <section className={styles.group} aria-label={title}>
      {isTitleShown && (
        <h3>
          {title}
          {remark}
        </h3>
      )}
      <div className={chips.grid}>
        {options.map((option) => (
          <Chip
            trackId="filter-choice"
            key={option.value}
            block
            pressed={option.value === value}
            onClick={() => onChoose(option.value)}
          >
            {option.label}
          </Chip>
        ))}
      </div>
    </section>
  )
}
