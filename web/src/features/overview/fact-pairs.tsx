import styles from './overview-row.module.css'

/** A labelled fact of a row. */
type FactPair = { label: string; value: string }

/** Facts that have a value. */
export const filledFacts = (facts: readonly (readonly [label: string, value: string | null])[]): FactPair[] =>
  facts.flatMap(([label, value]) => (value === null || value === '' || value === '-' ? [] : [{ label, value }]))

/** Labels and values in two columns; one with large text. */
export function FactPairs({ facts }: { facts: readonly FactPair[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
