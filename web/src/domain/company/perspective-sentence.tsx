import type { SentencePart } from '@baiqicha/contract/company-perspective'
import utility from '../../ui/utility.module.css'
import styles from './perspective-sentence.module.css'

/** Dates stay on one line, with the punctuation after them. */
function Words({ text }: { text: string }) {
  return text.split(/(\d{4}-\d{2}-\d{2}[，：；。）]*)/).map((word, at) =>
    at % 2 === 1 ? (
      <span key={at} className={utility.together}>
        {word}
      </span>
    ) : (
      word
    ),
  )
}

/** A sentence with its figures, its current records and its changed values marked. */
export function PerspectiveSentence({ parts }: { parts: readonly SentencePart[] }) {
  return parts.map(({ text, mark }, at) => {
    if (mark === null) return <Words key={at} text={text} />
    if (mark === 'before')
      return (
        <del key={at} className={styles.before}>
          {text}
        </del>
      )
    if (mark === 'after')
      return (
        <ins key={at} className={styles.after}>
          {text}
        </ins>
      )
    return (
      <b key={at} className={styles[mark]}>
        <Words text={text} />
      </b>
    )
  })
}
