import { type SearchAnswer } from '@baiqicha/contract/company-search'
import { SearchNotices } from '../../domain/search/search-notices.tsx'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/router.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import utility from '../../ui/utility.module.css'
import { InclusionButton } from './inclusion-button.tsx'
import { quotedKeyword } from './messages.ts'
import styles from './result-notes.module.css'
import { type SearchParams, searchPath, writeSearchParams } from './search-params.ts'

/** A keyword as long as a short name of a stock may be the name of another company than the one that is spelled like it. */
const isWholeName = (keyword: string) => /^[\p{Script=Han}（）()A-Z]{4,}$/u.test(keyword)

/** Notes above the rows. */
export function ResultNotes({ answer, params }: { answer: SearchAnswer; params: SearchParams }) {
  const { didYouMean } = answer
  return (
    <div className={styles.notes}>
      <SearchNotices limits={answer} searchPath={searchPath(params.keyword)} />
      {params.filters.risk === 'none' && (
        <div className={styles.card}>
          <InfoNote>仅含失信、被执行、限高、经营异常均已接入且未查询到的企业。未查询到不代表没有。</InfoNote>
        </div>
      )}
      {didYouMean !== undefined && (
        <div className={styles.card}>
          <InfoNote>
            {isWholeName(params.keyword) ? (
              <>
                未收录“<bdi className={styles.meant}>{quotedKeyword(params.keyword)}</bdi>”，以下为名称相近的企业 ·{' '}
              </>
            ) : (
              <>
                已显示“<bdi className={styles.meant}>{didYouMean}</bdi>”的结果 ·{' '}
              </>
            )}
            <Link
              track-id="search-exact"
              to={`/search/result${writeSearchParams({ ...params, exact: true })}`}
              replace
              className={classNames(styles.exact, utility.tap)}
            >
              仍搜索“<bdi>{params.keyword}</bdi>”
            </Link>
          </InfoNote>
          {isWholeName(params.keyword) && (
            <InclusionButton key={params.keyword} keyword={params.keyword} tone="line" size="sm" />
          )}
        </div>
      )}
    </div>
  )
}
