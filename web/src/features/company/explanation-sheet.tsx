import { riskLabels } from '@baiqicha/contract/company-summary'
import { severityTerms, statusTerms } from '@baiqicha/contract/explained-terms'
import { notesOf } from '@baiqicha/contract/records/kind-notes'
import { kindTable, type SectionKey } from '@baiqicha/contract/records/kind-table'
import shared from '../../domain/page/shared.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './explanation-sheet.module.css'

type Explanation = { term: string; text: string }

function explainKind(key: SectionKey): Explanation[] {
  const { explanation, about } = notesOf(key)
  const text = explanation ?? about
  return text === undefined ? [] : [{ term: kindTable[key].title, text }]
}

/** Explanations of the kinds that need one. */
const explainKinds = (keys: readonly SectionKey[]): Explanation[] => keys.flatMap(explainKind)

const tagKinds: Readonly<Record<string, SectionKey>> = {
  [riskLabels.dishonestDebtor]: 'dishonestExecutor',
  [riskLabels.judgmentDebtor]: 'executedPerson',
  [riskLabels.consumptionRestriction]: 'consumptionRestriction',
}

/** Explanations of the tags that need one. */
export function explainTags(labels: readonly string[]): Explanation[] {
  return labels.flatMap((label) => {
    const kind = tagKinds[label]
    if (kind !== undefined) return explainKind(kind)
    const text = label === '存续' ? undefined : statusTerms[label]?.text
    return text === undefined ? [] : [{ term: label, text }]
  })
}

/** Explanations of the risk grades, as facts (PRODUCT B15). */
const severityExplanations: readonly Explanation[] = Object.entries(severityTerms).map(([term, { text }]) => ({
  term,
  text,
}))

type Shown = { open: boolean; onClose: () => void }
type Props = Shown & {
  title: string
  explanations: readonly Explanation[]
  /** Content below all explanations. */
  end?: string
}

function ExplanationSheet({ title, explanations, end, open, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div className={styles.content}>
        <dl>
          {explanations.map(({ term, text }) => (
            <div key={term} className={styles.item}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {end !== undefined && <p className={shared.noteBelow}>{end}</p>}
      </div>
    </Sheet>
  )
}

/** Explains those of the tags that are often misunderstood. */
export const TagsSheet = ({ labels, ...shown }: Shown & { labels: readonly string[] }) => (
  <ExplanationSheet title="标签的含义" explanations={explainTags(labels)} {...shown} />
)

/** Explains kinds of record, and the grades. */
export const TermsSheet = ({ label, kinds, ...shown }: Shown & { label: string; kinds: readonly SectionKey[] }) => (
  <ExplanationSheet
    title={`${label}名词`}
    explanations={[...explainKinds(kinds), ...severityExplanations]}
    end="分级按记录种类计数，不评分；历史、已移出、已修复及异议处理中的记录不计入，未接入不代表没有记录。"
    {...shown}
  />
)
