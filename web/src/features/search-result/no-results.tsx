import { resultCode } from '@baiqicha/contract/result-codes'
import { useNavigate } from 'react-router'
import { ListFailed } from '../../domain/list-failed.tsx'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { describeError } from '../../platform/api/messages.ts'
import { Button } from '../../ui/button.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { heldWords } from './held-words.ts'
import styles from './no-results.module.css'
import { useCoverageQuery } from './result-queries.ts'
import { countFilters, type SearchParams } from './search-params.ts'

/** The way back to the field, empty or with what was typed. */
function useRetype(keyword = '') {
  const navigate = useNavigate()
  return () => void navigate(keyword === '' ? '/search' : `/search?${new URLSearchParams({ keyword }).toString()}`)
}

/** The address has no keyword. */
export function NoKeyword() {
  return (
    <ListState art="nothing" title="请输入企业名称/简称">
      <Button onClick={useRetype()}>去输入</Button>
    </ListState>
  )
}

/** Only exact names and prefixes were looked at, so "none" cannot be said. */
export function Preparing({ onRetry }: { onRetry: () => void }) {
  return (
    <ListState art="nothing" title="索引准备中，结果不全" text="暂时只能按完整名称、代码和开头查找，请稍后再试">
      <Button onClick={onRetry}>重试</Button>
    </ListState>
  )
}

/** Searched, and not found: says what is held, and that this is not all there is. */
export function NoMatch({ params, onChange }: { params: SearchParams; onChange: (next: SearchParams) => void }) {
  const retype = useRetype(params.keyword)
  const isFiltered = countFilters(params.filters) > 0
  return (
    <>
      <ListState
        art="nothing"
        title={`没有找到“${params.keyword}”`}
        text={isFiltered ? '在所选条件下没有符合的企业' : '已查企业名、曾用名、简称、代码与法定代表人'}
      >
        {isFiltered && (
          <Button tone="line" onClick={() => onChange({ ...params, filters: {} })}>
            清除筛选
          </Button>
        )}
        <Button onClick={retype}>重新输入</Button>
      </ListState>
      <div className={styles.below}>
        <InfoNote>
          <Held />
          未收录不代表不存在。
        </InfoNote>
      </div>
    </>
  )
}

function Held() {
  const { data } = useCoverageQuery()
  return data === undefined ? null : heldWords(data)
}

/** Not answered. Conditions stay as they are, and what was read before stays readable. */
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
