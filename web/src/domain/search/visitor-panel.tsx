import type { Example } from '@baiqicha/contract/home'
import { InfoNote } from '../../ui/info-note.tsx'
import { ExampleList } from './example-list.tsx'
import { RecentlyViewed } from './recently-viewed.tsx'
import styles from './search-panel.module.css'

type Props = {
  /** Text of the field. */
  text: string
  examples: readonly Example[]
}

const comparable = (text: string) => text.normalize('NFKC').replace(/\s/g, '').toLowerCase()

/** Content below a search field for a visitor: suggestions need a session, so a text selects among the examples. */
export function VisitorPanel({ text, examples }: Props) {
  const typed = comparable(text)
  return (
    <>
      <div className={styles.note}>
        <InfoNote>登录后显示联想结果</InfoNote>
      </div>
      <ExampleList examples={examples.filter(({ name }) => comparable(name).includes(typed))} />
      <RecentlyViewed viewed={null} />
    </>
  )
}
