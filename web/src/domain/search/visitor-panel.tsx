import type { SuggestAnswer } from '@baiqicha/contract/company-search'
import type { Example } from '@baiqicha/contract/home'
import { ExampleList } from './example-list.tsx'
import { RecentlyViewed } from './recently-viewed.tsx'
import { SuggestionList } from './suggestion-list.tsx'

type Props = {
  /** Text of the field. */
  text: string
  /** undefined until suggestions have arrived. */
  answer: SuggestAnswer | undefined
  examples: readonly Example[]
  onOpen: () => void
  /** Called on arrow-up in the first suggestion. */
  onLeave: () => void
  /** Searches for the text, which needs a session. */
  onAll: () => void
}

const comparable = (text: string) => text.normalize('NFKC').replace(/\s/g, '').toLowerCase()

/** Content below a search field for a visitor: a few suggestions, and until they arrive the examples with the text. */
export function VisitorPanel({ text, answer, examples, onOpen, onLeave, onAll }: Props) {
  const typed = comparable(text)
  return (
    <>
      {answer === undefined || typed === '' ? (
        <ExampleList examples={examples.filter(({ name }) => comparable(name).includes(typed))} />
      ) : (
        <SuggestionList answer={answer} text={text} isVisitor onOpen={onOpen} onLeave={onLeave} onAll={onAll} />
      )}
      <RecentlyViewed viewed={null} />
    </>
  )
}
