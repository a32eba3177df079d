import { changeKindOf } from '@baiqicha/contract/records/change-record/kind'
import { textOf } from '@baiqicha/contract/records/fields'
import type { RecordRow } from '@baiqicha/contract/records/record'
import { type ReactNode, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatDate } from '../../lib/format.ts'
import { FoldedText } from '../../ui/folded-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import { RecordStatusTag } from '../record/record-tags.tsx'
import { type DiffPart, diffChange } from './change-diff.ts'
import styles from './change-entry.module.css'

type Props = {
  record: RecordRow
  /** Draws the timeline to the next entry unless this is the last. */
  isLast: boolean
  /** Button at the end of the heading. */
  action?: ReactNode
}

/** One register change with removed and added text. A tap on a shortened title shows all of it. */
export function ChangeEntry({ record, isLast, action }: Props) {
  const { fields } = record
  const item = textOf(fields, 'item') ?? '变更'
  const title = shortChangeTitle(item)
  const [isFull, setFull] = useState(false)
  const kind = changeKindOf(fields)
  const { before, after, note } = diffChange(textOf(fields, 'before'), textOf(fields, 'after'), kind)
  return (
    <article className={classNames(styles.entry, isLast && styles.last)}>
      <div className={styles.head}>
        <h3 className={styles.item}>
          {title === item ? (
            <bdi>{item}</bdi>
          ) : (
            <button track-id="change-unfold" type="button" aria-expanded={isFull} onClick={() => setFull(!isFull)}>
              <bdi>{title}</bdi> <Icon name={isFull ? 'up' : 'down'} size={14} />
            </button>
          )}
        </h3>
        <span className={styles.tags}>
          <Tag tone="mute">{kind}</Tag>
          {record.recordStatus !== '当前有效' && <RecordStatusTag record={record} />}
        </span>
        <span className={styles.date}>
          <time>{formatDate(textOf(fields, 'changeDate'))}</time>
          {action}
        </span>
      </div>
      {isFull && (
        <p className={styles.full}>
          变更事项：<bdi>{item}</bdi>
        </p>
      )}
      <dl className={styles.diff}>
        <Side label="变更前" parts={before} />
        <Side label="变更后" parts={after} note={note} />
      </dl>
    </article>
  )
}

function Side({ label, parts, note = null }: { label: string; parts: readonly DiffPart[]; note?: string | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={utility.grow}>{parts.length === 0 ? '-' : <Parts label={label} parts={parts} note={note} />}</dd>
    </div>
  )
}

function Parts({ label, parts, note }: { label: string; parts: readonly DiffPart[]; note: string | null }) {
  return (
    <FoldedText
      label={label}
      text={
        <>
          {parts.map((part, at) => (
            <PartText key={`${at}${part.text}`} part={part} />
          ))}
          {note !== null && <span className={styles.note}>{note}</span>}
        </>
      }
    />
  )
}

/** Marks a change by shape as well as colour: struck through or underlined. */
function PartText({ part }: { part: DiffPart }) {
  if (part.change === 'same') return <bdi>{part.text}</bdi>
  const Element = part.change === 'removed' ? 'del' : 'ins'
  return (
    <>
      <Element className={styles[part.change]}>
        <bdi>{part.text}</bdi>
      </Element>
      {part.marker !== undefined && <small className={styles.marker}>{part.marker}</small>}
    </>
  )
}

/** Title of a change without the explanation in brackets: 投资人变更（包括出资额等） becomes 投资人变更. */
export function shortChangeTitle(item: string): string {
  const short = item
    .replaceAll(/[（(][^（）()]*[）)]/g, '')
    .replaceAll(/(变更|备案)\1+/g, '$1')
    .trim()
  return short === '' ? item : short
}
