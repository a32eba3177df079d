import type { Example } from '@baiqicha/contract/home'
import { InfoNote } from '../../ui/info-note.tsx'
import { ExampleList } from './example-list.tsx'
import { RecentlyViewed } from './recently-viewed.tsx'
import styles from './search-panel.module.css'

/** Content below a search field for a visitor: suggestions need a session. */
export function VisitorPanel({ examples }: { examples: readonly Example[] }) {
  return (
    <>
      <div className={styles.note}>
        <InfoNote>登录后显示联想结果</InfoNote>
      </div>
      <ExampleList examples={examples} />
      <RecentlyViewed viewed={null} />
    </>
  )
}
