import { type Agreement, type AgreementType, agreementTypes } from '@baiqicha/contract/agreements'
import { useRef } from 'react'
import { AgreementVersion } from '../../domain/account/agreement-version.tsx'
import { PageFailed } from '../../domain/page/page-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import { Link } from '../../lib/router/router.tsx'
import { describeError } from '../../platform/api/api-error.ts'
import { useAgreementListQuery, useAgreementQuery } from '../../platform/content/content-queries.ts'
import { PageBar, usePageLocation, usePageQuery } from '../../platform/navigation/page.tsx'
import { findPage } from '../../platform/navigation/pages.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import utility from '../../ui/utility.module.css'
import styles from './agreements-page.module.css'

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
          <li key={text} className={styles.chapter}>
            {text}
          </li>
        ))}
      </ul>
    ),
  )
}

/** Text of one agreement. */
function AgreementReader({ type }: { type: AgreementType }) {
  const { data, error, refetch } = useAgreementQuery(type)
  return (
    <div className={shared.plain}>
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
      <h2 className={styles.readerTitle}>{title}</h2>
      <AgreementVersion version={version} effectiveDate={effectiveDate} />
      {changeSummary !== null && (
        <div className={styles.changes}>
          <InfoNote>本次更新：{changeSummary}</InfoNote>
        </div>
      )}
      <div className={shared.below}>
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

const paths: Readonly<Record<AgreementType, string>> = {
  user_protocol: '/user/user_protocol',
  privacy_policy: '/user/privacy_policy',
  membership: '/user/agreement?type=membership',
}

/** List of all agreements with version and effective date. */
function AgreementOverview() {
  const { data, error, refetch } = useAgreementListQuery()
  if (data === undefined && error !== null) {
    return (
      <div className={shared.plain}>
        <PageFailed reason={describeError(error)} onRetry={() => void refetch()} />
      </div>
    )
  }
  return (
    <div className={styles.page}>
      <Card>
        {data === undefined ? (
          <OverviewSkeleton />
        ) : (
          <ul>
            {data.list.map(({ type, title, version, effectiveDate, changeSummary }) => (
              <li key={type} className={styles.item}>
                <Link track-id="agreement" to={paths[type]} className={styles.row}>
                  <Icon name="doc" size={20} className={shared.quiet} />
                  <span className={utility.grow}>
                    <span className={styles.title}>{title}</span>
                    <AgreementVersion version={version} effectiveDate={effectiveDate} />
                    {changeSummary !== null && <span className={styles.change}>{changeSummary}</span>}
                  </span>
                  <Icon name="right" size={16} className={shared.quiet} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <p className={styles.note}>协议更新后，将在下次使用时说明变化并征求同意。</p>
    </div>
  )
}

function OverviewSkeleton() {
  return (
    <div aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      {['1', '2', '3'].map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton width={20} height={20} />
          <div className={shared.lines}>
            <Skeleton width={140} height={15} />
            <Skeleton width={200} height={12} />
          </div>
        </div>
      ))}
    </div>
  )
}

const typeOfPath: Readonly<Record<string, AgreementType>> = {
  '/user/user_protocol': 'user_protocol',
  '/user/privacy_policy': 'privacy_policy',
}

/**
 * Pages /user/user_protocol and /user/privacy_policy show their agreement. /user/agreement shows the one that `type`
 * names, otherwise the list.
 */
export function AgreementsPage() {
  const { pathname } = usePageLocation()
  const requestedType = usePageQuery().get('type')
  const type = typeOfPath[pathname] ?? agreementTypes.find((known) => known === requestedType)
  const title = type === 'membership' ? '会员协议' : type === 'privacy_policy' ? '隐私政策' : findPage(pathname)?.title
  return (
    <>
      <PageBar title={title ?? ''} line />
      {type === undefined ? <AgreementOverview /> : <AgreementReader key={type} type={type} />}
    </>
  )
}
