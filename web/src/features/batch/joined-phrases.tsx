import { Fragment, type ReactNode } from 'react'
import utility from '../../ui/utility.module.css'

/** Phrases with points between them, each on one line. A point stays with the phrase before it. */
export const JoinedPhrases = ({ phrases }: { phrases: readonly ReactNode[] }) =>
  phrases.map((phrase, at) => (
    <Fragment key={at}>
      {at > 0 && ' '}
      <span className={utility.together}>
        {phrase}
        {at < phrases.length - 1 && ' ·'}
      </span>
    </Fragment>
  ))
