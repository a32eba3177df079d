import { FactList } from '../../ui/fact-list.tsx'
import styles from './overview-row.module.css'

/** A labelled fact of a row. */
type FactPair = { label: string; value: string }

/** Facts that have a value. */
export const filledFacts = (facts: readonly (readonly [label: string, value: string | null])[]): FactPair[] =>
  facts.flatMap(([label, value]) => (value === null || value === '' || value === '-' ? [] : [{ label, value }]))

/** Labels and values in two columns; one with large text. */
export const FactPairs = ({ facts }: { facts: readonly FactPair[] }) => (
  <FactList className={styles.facts} rows={facts.map(({ label, value }) => ({ label, content: <bdi>{value}</bdi> }))} />
)
