import { resultCode } from '@baiqicha/contract/result-codes'
import { type SearchRange, searchRanges } from '@baiqicha/contract/search-vocabulary'
import { ListFailed } from '../../domain/list-failed.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { describeError } from '../../platform/api/messages.ts'
import { Button } from '../../ui/button.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { coverageText } from './messages.ts'
import styles from './no-results.module.css'
import { useCoverageQuery } from './result-queries.ts'
import { countFilters, type SearchParams, toggleFilter } from './search-params.ts'

/** Returns to the search field, empty or with the keyword. */
function useRetype(keyword = '') {
  const navigate = useNavigate()
  return () => void navigate(keyword === '' ? '/search' : `/search?${new URLSearchParams({ keyword }).toString()}`)
}

/** The URL has no keyword. */
export function NoKeyword() {
  return (
    <ListState art="nothing" title="请输入企业名称/简称">
      <Button onClick={useRetype()}>去输入</Button>
    </ListState>
  )
}

type NoMatchProps = { params: SearchParams; onChange: (next: SearchParams) => void }

/** No match: states the scope of the search and the coverage of the store. */
export function NoMatch({ params, onChange }: NoMatchProps) {
  return (
    <>
      {params.filters.within === undefined ? (
        <NotFound params={params} onChange={onChange} />
      ) : (
        <NotFoundWithin params={params} range={params.filters.within} onChange={onChange} />
      )}
      <div className={styles.below}>
        <InfoNote>
          <Held />
          未收录不代表不存在。
          {params.filters.risk !== undefined && '风险条件只看已接入的来源；来源未接入的企业不在其中。'}
        </InfoNote>
      </div>
    </>
  )
}

function NotFound({ params, onChange }: NoMatchProps) {
  const retype = useRetype(params.keyword)
  const isFiltered = countFilters(params.filters) > 0
  return (
    <ListState art="nothing" title={`没有找到“${params.keyword}”`} text={<Where isFiltered={isFiltered} />}>
      {isFiltered && <ClearFilters params={params} onChange={onChange} />}
      <Button onClick={retype}>重新输入</Button>
    </ListState>
  )
}

/** No match in one field; other fields can still match. */
function NotFoundWithin({ params, range, onChange }: NoMatchProps & { range: SearchRange }) {
  const elsewhere = toggleFilter(params.filters, 'within', undefined)
  const isFiltered = countFilters(elsewhere) > 0
  return (
    <ListState
      art="nothing"
      title={`没有找到“${params.keyword}”`}
      text={`只查了“${searchRanges[range]}”${isFiltered ? '，且限于所选条件' : ''}`}
    >
      {isFiltered && <ClearFilters params={params} onChange={onChange} />}
      <Button onClick={() => onChange({ ...params, filters: elsewhere })}>在全部范围中查找</Button>
    </ListState>
  )
}

function Where({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return '在所选条件下没有符合的企业'
  return <p className={styles.where}>已查企业名、曾用名、简称、代码、法定代表人、股东高管、经营范围、地址与电话</p>
}

function ClearFilters({ params, onChange }: NoMatchProps) {
  return (
    <Button tone="line" onClick={() => onChange({ ...params, filters: {} })}>
      清除筛选
    </Button>
  )
}

function Held() {
  const { data } = useCoverageQuery()
  return data === undefined ? null : coverageText(data)
}

/** Failed request. Keeps the conditions and shows the companies viewed before. */
export function SearchFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const retype = useRetype()
  if (rejectionOf(error)?.code === resultCode.keywordEmpty) {
    return (
      <ListState art="nothing" title={describeError(error)}>
        <Button onClick={retype}>重新输入</Button>
      </ListState>
    )
  }
  return <ListFailed reason={describeError(error)} onRetry={onRetry} />
}
