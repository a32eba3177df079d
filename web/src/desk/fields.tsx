import type { ReactNode } from 'react'

/** Labels and values; rows without a value are left out. */
export const FieldList = ({ rows }: { rows: readonly [label: string, value: ReactNode][] }) => (
  <dl className="fields">
    {rows.map(([label, value]) =>
      value === null ? null : (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
)
