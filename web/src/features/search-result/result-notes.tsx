import { type SearchAnswer } from '@baiqicha/contract/company-search'
import { SearchNotices } from '../../domain/search/search-notices.tsx'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/router.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import utility from '../../ui/utility.module.css'
import styles from './result-notes.module.css'
import { type SearchParams, searchPath, writeSearchParams } from './search-params.ts'

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
            已显示“<bdi className={styles.meant}>{didYouMean}</bdi>”的结果 ·{' '}
            <Link
              track-id="search-exact"
              to={`/search/result${writeSearchParams({ ...params, exact: true })}`}
              replace
              className={classNames(styles.exact, utility.tap)}
            >
              仍搜索“<bdi>{params.keyword}</bdi>”
            </Link>
          </InfoNote>
        </div>
      )}
    </div>
  )
}
