import type { Agreement, AgreementType } from '@baiqicha/contract/agreements'
import { useRef } from 'react'
import { AgreementVersion } from '../../domain/account/agreement-version.tsx'
import { PageFailed } from '../../domain/page/page-failed.tsx'
import plain from '../../domain/page/plain-page.module.css'
import { useAgreementQuery } from '../../platform/agreements/agreements-query.ts'
import { describeError } from '../../platform/api/messages.ts'
import { InfoNote } from '../../ui/info-note.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
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
function AgreementBlocks({ blocks }: { blocks: readonly Block[] }) {
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

/** Text of one agreement. */
export function AgreementReader({ type }: { type: AgreementType }) {
  const { data, error, refetch } = useAgreementQuery(type)
  return (
    <div className={plain.plain}>
      {data !== undefined ? (
        <AgreementText agreement={data} />
      ) : error !== null ? (
        <PageFailed reason={describeError(error)} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroups groups={placeholder} className={styles.skeleton} />
      )}
    </div>
  )
}

function AgreementText({ agreement }: { agreement: Agreement }) {
  const { title, version, effectiveDate, changeSummary, preface, content } = agreement
  const headings = useRef<(HTMLHeadingElement | null)[]>([])
  const contents = useRef<HTMLHeadingElement>(null)
  return (
    <article className={styles.text}>
      <h2 className={styles.title}>{title}</h2>
      <AgreementVersion version={version} effectiveDate={effectiveDate} />
      {changeSummary !== null && (
        <div className={styles.changes}>
          <InfoNote>本次更新：{changeSummary}</InfoNote>
        </div>
      )}
      <div className={styles.preface}>
        <AgreementBlocks blocks={preface} />
      </div>
      <nav className={styles.contents} aria-label="目录">
        <h3 ref={contents} tabIndex={-1} className={styles.contentsTitle}>
          目录
        </h3>
        <ol>
          {content.map(({ heading }, index) => (
            <li key={heading}>
              <button
                track-id="agreement-heading"
                type="button"
                className={styles.jump}
                onClick={() => jumpTo(headings.current[index])}
              >
                {heading}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      {content.map(({ heading, blocks }, index) => (
        <section key={heading}>
          <h3
            ref={(element) => {
              headings.current[index] = element
            }}
            tabIndex={-1}
            className={styles.heading}
          >
            {heading}
          </h3>
          <AgreementBlocks blocks={blocks} />
        </section>
      ))}
      <button
        track-id="agreement-contents"
        type="button"
        className={styles.back}
        onClick={() => jumpTo(contents.current)}
      >
        回到目录
      </button>
    </article>
  )
}

/** Scrolls to a heading. The hash router would take a fragment link for a route. */
function jumpTo(heading: HTMLHeadingElement | null | undefined) {
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

const lines = ['96%', '100%', '88%', '100%', '92%', '60%', '100%', '94%', '80%'].map((width) => [width, 15] as const)
const placeholder = [[[180, 20], [220, 12], ...lines]] as const
