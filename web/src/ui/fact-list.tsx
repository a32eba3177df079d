import type { ReactNode } from 'react'

/** `key`: of labels that occur twice. */
type FactListRow = { label: string; content: ReactNode; key?: string }

/** Labels with their values. `className` lays them out. */
export const FactList = ({ rows, className }: { rows: readonly FactListRow[]; className?: string | undefined }) => (
  <dl className={className}>
    {rows.map(({ label, content, key = label }) => (
      <div key={key}>
        <dt>{label}</dt>
        <dd>{content}</dd>
      </div>
    ))}
  </dl>
)
