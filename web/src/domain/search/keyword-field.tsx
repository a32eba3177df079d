import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import searchLayout from '../../ui/search-layout.module.css'
import utility from '../../ui/utility.module.css'
import styles from './keyword-field.module.css'

type Props = {
  keyword: string
  /** Path of the page with the input field, with the query that it keeps. */
  searchPath: string
  onHome: () => void
  /** Shown without a keyword. */
  placeholder?: string
}

/**
 * Shows the current keyword in the bar. A tap edits it on the search page; the cross opens that page with an empty
 * field.
 */
export function KeywordField({ keyword, searchPath, onHome, placeholder = '请输入企业名称/简称' }: Props) {
  const editing = `${searchPath}${searchPath.includes('?') ? '&' : '?'}${new URLSearchParams({ keyword }).toString()}`
  return (
    <>
      <div className={styles.field}>
        <Link track-id="keyword" to={editing} className={`${styles.edit} ${utility.tap}`}>
          <Icon name="search" size={18} />
          <span className={utility.spoken}>修改关键词：</span>
          <bdi className={utility.clip}>{keyword === '' ? placeholder : keyword}</bdi>
        </Link>
        {keyword !== '' && (
          <Link track-id="retype" to={searchPath} className={`${styles.clear} ${utility.tap}`} aria-label="重新输入">
            <span className={searchLayout.dot}>
              <Icon name="close" size={12} />
            </span>
          </Link>
        )}
      </div>
      <button track-id="home" type="button" className={searchLayout.icon} aria-label="返回首页" onClick={onHome}>
        <Icon name="home" size={20} />
      </button>
    </>
  )
}
