import { Fragment, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { CopyButton } from './copy-button.tsx'
import styles from './label-table.module.css'

export type LabelRow = {
  /** Distinguishes rows with equal labels. */
  key?: string
  label: string
  content: ReactNode
  /** Text that the copy button copies; no button when absent. */
  copy?: string | undefined
}

/** Table of labels and values; a line has one pair or two short ones. */
export function LabelTable({ lines }: { lines: readonly (readonly LabelRow[])[] }) {
  return (
    <dl className={styles.table}>
      {lines.map((line) => (
        <div key={line.map(keyOf).join()} className={classNames(line.length === 2 && styles.two)}>
          {line.map((row) => (
            <Fragment key={keyOf(row)}>
              <dt>{row.label}</dt>
              <dd>
                {row.content}
                {row.copy !== undefined && <CopyButton text={row.copy} label={row.label} />}
              </dd>
            </Fragment>
          ))}
        </div>
      ))}
    </dl>
  )
}

const keyOf = ({ key, label }: LabelRow) => key ?? label
