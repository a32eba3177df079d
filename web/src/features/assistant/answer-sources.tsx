import type { Answer, Citation } from '@baiqicha/contract/assistant'
import { type OfficialSite, officialSites } from '@baiqicha/contract/records/official-sites'
import { lexer, type Token } from 'marked'
import { Fragment, type ReactNode, useState } from 'react'
import { OfficialCheckLink, OfficialSiteButton } from '../../domain/official-check/official-links.tsx'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import utility from '../../ui/utility.module.css'
import styles from './answer-card.module.css'

const childrenOf = (token: Token) => ('tokens' in token ? token.tokens : undefined)
const textOf = (token: Token) => ('text' in token && typeof token.text === 'string' ? token.text : token.raw)

/** Dates, and long amounts with their units, which no line break divides. */
const whole = /(\d{4}-\d{2}(?:-\d{2})?|\d[\d,.]{3,}\s?(?:万元|亿元|元|万股))/u

const unbroken = (text: string): ReactNode =>
  text.split(whole).map((piece, at) =>
    at % 2 === 1 ? (
      // Pieces have no identity beside their place.
      <span key={at} className={utility.together}>
        {piece}
      </span>
    ) : (
      piece
    ),
  )

/** Nodes of our own: emphasis and code only. Links, images and HTML show as their text. */
function nodeOf(token: Token): ReactNode {
  const children = childrenOf(token)
  const content = children === undefined ? textOf(token) : children.map(toNode)
  switch (token.type) {
    case 'strong':
      return <b>{content}</b>
    case 'em':
      return <em>{content}</em>
    case 'codespan':
      return <code>{textOf(token)}</code>
    case 'text':
      return children === undefined ? unbroken(textOf(token)) : content
    case 'escape':
    case 'paragraph':
      return content
    default:
      return token.raw
  }
}

// Tokens have no identity beside their place.
const toNode = (token: Token, at: number) => <Fragment key={at}>{nodeOf(token)}</Fragment>

/** Text of a statement, in which `**` marks names. */
export const AnswerText = ({ text }: { text: string }) => <>{lexer(text).map(toNode)}</>

const describe = ({ n, label, sourceName, date }: Citation) =>
  `来源 ${n}：${[label, sourceName, date].filter((part) => part !== null && part !== '').join('，')}`

/** Number of a source behind a sentence. */
export function SourceNumber({ citation }: { citation: Citation }) {
  const className = classNames(styles.chip, utility.tap)
  if (citation.path === null) return <span className={styles.chip}>{citation.n}</span>
  return (
    <Link track-id="assistant-source" to={citation.path} className={className} aria-label={describe(citation)}>
      {citation.n}
    </Link>
  )
}

/** Sources that are shown before the reader unfolds the rest. */
const SHOWN_SOURCES = 6

export function Sources({ sources }: { sources: readonly Citation[] }) {
  const { shown, unfold } = useFold(sources, SHOWN_SOURCES, '条来源')
  return (
    <>
      <ul className={styles.sources} aria-label="来源">
        {shown.map((citation) => (
          <li key={citation.n}>
            <SourceRow citation={citation} />
          </li>
        ))}
      </ul>
      {unfold}
    </>
  )
}

function SourceRow({ citation }: { citation: Citation }) {
  const { n, companyName, label, sourceName, date, path, change } = citation
  const content = (
    <>
      <span className={styles.chip}>{n}</span>
      <span className={styles.source}>
        <span>
          <b>{label}</b>
          <small>{[companyName, sourceName].filter((part) => part !== null && part !== '').join(' · ')}</small>
          {change !== null && <small className={styles.changed}>{change}</small>}
        </span>
        <time>{date}</time>
      </span>
    </>
  )
  if (path === null) return <div className={styles.sourceRow}>{content}</div>
  return (
    <Link track-id="assistant-source" to={path} className={styles.sourceRow}>
      {content}
      <Icon name="right" size={16} />
    </Link>
  )
}

const sites: readonly OfficialSite[] = Object.values(officialSites)

type NamedSitesProps = { text: string; companies: Answer['companies'] }

/** Links to the official sites that the answer names, and to 官方核查 of the one company that it is about. */
export function NamedSites({ text, companies }: NamedSitesProps) {
  const named = sites.filter(({ name }) => text.includes(name))
  if (named.length === 0) return null
  const [company, other] = companies
  return (
    <ul className={styles.sites} aria-label="官方核查">
      {company !== undefined && other === undefined && (
        <li>
          <OfficialCheckLink companyId={company.id} />
        </li>
      )}
      {named.map((site) => (
        <li key={site.name}>
          <OfficialSiteButton site={site} />
        </li>
      ))}
    </ul>
  )
}

/** The first rows of a list, and a button for the rest; a list that is a little longer is shown whole. */
export function useFold<Row>(rows: readonly Row[], shown: number, unit: string) {
  const [isOpen, setIsOpen] = useState(false)
  const isFolded = !isOpen && rows.length > shown + 2
  const unfold = isFolded ? (
    <button track-id="unfold" type="button" className={styles.more} onClick={() => setIsOpen(true)}>
      展开全部 {rows.length} {unit}
      <Icon name="down" size={16} />
    </button>
  ) : null
  return { shown: isFolded ? rows.slice(0, shown) : rows, unfold }
}
