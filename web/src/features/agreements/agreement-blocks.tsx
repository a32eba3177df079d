import type { Agreement } from '@baiqicha/contract/agreements'
import styles from './agreement-reader.module.css'

type Block = Agreement['preface'][number]
type Run = { key: string; kind: Block['kind']; texts: string[] }

/** Groups adjacent items into one list. */
function groupRuns(blocks: readonly Block[]): Run[] {
  const runs: Run[] = []
  for (const { kind, text } of blocks) {
    const last = runs.at(-1)
    if (kind === 'item' && last?.kind === 'item') last.texts.push(text)
    else runs.push({ key: `${runs.length}`, kind, texts: [text] })
  }
  return runs
}

/** Paragraphs and lists, rendered as text. */
export function AgreementBlocks({ blocks }: { blocks: readonly Block[] }) {
  return groupRuns(blocks).map(({ key, kind, texts }) =>
    kind === 'paragraph' ? (
      <p key={key} className={styles.paragraph}>
        {texts[0]}
      </p>
    ) : (
      <ul key={key} className={styles.items}>
        {texts.map((text) => (
          <li key={text} className={styles.item}>
            {text}
          </li>
        ))}
      </ul>
    ),
  )
}
