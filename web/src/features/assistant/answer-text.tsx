import { lexer, type Token } from 'marked'
import { Fragment, type ReactNode } from 'react'
import styles from './answer-card.module.css'

const childrenOf = (token: Token) => ('tokens' in token ? token.tokens : undefined)
const textOf = (token: Token) => ('text' in token && typeof token.text === 'string' ? token.text : token.raw)

/** Dates, and long amounts with their units, which no line break divides. */
const whole = /(\d{4}-\d{2}(?:-\d{2})?|\d[\d,.]{3,}\s?(?:万元|亿元|元|万股))/u

const unbroken = (text: string): ReactNode =>
  text.split(whole).map((piece, at) =>
    at % 2 === 1 ? (
      // Pieces have no identity beside their place.
      <span key={at} className={styles.whole}>
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
