import { lexer, type Token } from 'marked'
import { Fragment, type ReactNode } from 'react'

const childrenOf = (token: Token) => ('tokens' in token ? token.tokens : undefined)
const textOf = (token: Token) => ('text' in token && typeof token.text === 'string' ? token.text : token.raw)

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
