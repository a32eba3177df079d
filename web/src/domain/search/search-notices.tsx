import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/router.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import utility from '../../ui/utility.module.css'
import { FOUND_WITHOUT_INDEX, SEARCH_WITHOUT_INDEX } from './index-rebuilding.tsx'
import styles from './search-notes.module.css'

type SearchLimits = {
  partial?: boolean | undefined
  usedKeyword?: string | undefined
  cutKeyword?: string | undefined
  tooBroad?: boolean | undefined
}

type Props = {
  limits: SearchLimits
  /** Page with the search field, with the keyword. */
  searchPath: string
}

/** Says which part of the typed text was searched. */
export function UsedKeyword({ keyword }: { keyword: string | undefined }) {
  if (keyword === undefined) return null
  return (
    <InfoNote>
      已按“<bdi>{keyword}</bdi>”查询
    </InfoNote>
  )
}

/** Notes above search results that are incomplete, or match a part of the keyword only. */
export function SearchNotices({ limits, searchPath }: Props) {
  return (
    <>
      {limits.partial === true && (
        <InfoNote tone="amber">
          索引重建中，{FOUND_WITHOUT_INDEX}
          <Link track-id="search-without-index" to={searchPath} className={classNames(styles.action, utility.tap)}>
            {SEARCH_WITHOUT_INDEX}
          </Link>
        </InfoNote>
      )}
      <UsedKeyword keyword={limits.usedKeyword} />
      {limits.cutKeyword !== undefined && <InfoNote tone="amber">关键词过长，仅使用前 {KEYWORD_LIMIT} 个字</InfoNote>}
      {limits.tooBroad === true && <InfoNote tone="amber">匹配企业过多，仅对最相关的部分排序，请增加筛选条件</InfoNote>}
    </>
  )
}
