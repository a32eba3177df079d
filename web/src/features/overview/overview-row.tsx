import { FactList } from '../../ui/fact-list.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import styles from './overview-list.module.css'

/** A labelled fact of a row. */
type FactPair = { label: string; value: string }

/** Facts that have a value. */
export const filledFacts = (facts: readonly (readonly [label: string, value: string | null])[]): FactPair[] =>
  facts.flatMap(([label, value]) => (value === null || value === '' || value === '-' ? [] : [{ label, value }]))

/** Labels and values in two columns; one with large text. */
export const FactPairs = ({ facts }: { facts: readonly FactPair[] }) => (
  <FactList className={styles.facts} rows={facts.map(({ label, value }) => ({ label, content: <bdi>{value}</bdi> }))} />
)

const groups = [168, 220, 140, 196, 180].map(
  (width) =>
    [
      [width, 16],
      ['100%', 4],
      ['80%', 12],
    ] as const,
)

/** Skeleton of list rows. */
export const RowsSkeleton = () => <SkeletonGroups groups={groups} className={styles.placeholder} />
