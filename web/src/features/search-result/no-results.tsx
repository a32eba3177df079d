import { officialSites } from '@baiqicha/contract/records/official-sites'
import { resultCode } from '@baiqicha/contract/result-codes'
import { type SearchRange, searchRanges } from '@baiqicha/contract/search-vocabulary'
import { useRef } from 'react'
import { companyPath } from '../../domain/company/company-path.ts'
import { CoverageLine } from '../../domain/coverage/coverage-line.tsx'
import { OfficialSiteButton } from '../../domain/official-check/official-links.tsx'
import { ListFailed } from '../../domain/page/page-failed.tsx'
import { formatNumber } from '../../lib/format.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { describeError, rejectionOf } from '../../platform/api/api-error.ts'
import { ASSISTANT_PATH, saveTypedQuestion } from '../../platform/assistant/typed-question.ts'
import { useCoverageQuery } from '../../platform/search/search-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { useExamplesQuery, useInclusionRequest } from './result-queries.ts'
import { countFilters, type SearchParams, searchPath, withoutFilter } from './search-params.ts'
import styles from './search-result.module.css'

type Props = { keyword: string; tone?: 'primary' | 'line'; size?: 'md' | 'sm' }

/** 申请收录 for a keyword; afterwards the number of users who requested it. Give it the keyword as its key. */
export function InclusionButton({ keyword, tone = 'primary', size = 'md' }: Props) {
  const request = useInclusionRequest()
  // `isPending` changes after the event, too late for the second tap of a double tap.
  const isSent = useRef(false)

  function send() {
    if (isSent.current) return
    isSent.current = true
    request.mutate(keyword, {
      onError: () => {
        isSent.current = false
      },
    })
  }

  if (request.data !== undefined) {
    return (
      <Button trackId="inclusion-request" tone={tone} size={size} unready>
        已收到申请 · {formatNumber(request.data.requests)} 人
      </Button>
    )
  }
  return (
    <>
      <Button trackId="inclusion-request" tone={tone} size={size} busy={request.isPending} onClick={send}>
        申请收录
      </Button>
      {request.isError && (
        <p className={styles.failed} role="alert">
          申请失败：{describeError(request.error)}
        </p>
      )}
    </>
  )
}

/** Number of characters of a keyword that a sentence quotes. */
const QUOTED_CHARACTERS = 20

/** Keyword as a sentence quotes it: a long one is cut. */
export function quotedKeyword(keyword: string): string {
  const characters = Array.from(keyword)
  return characters.length > QUOTED_CHARACTERS ? `${characters.slice(0, QUOTED_CHARACTERS).join('')}…` : keyword
}

/** Returns to the search field, empty or with the keyword. */
function useRetype(keyword = '') {
  const navigate = useNavigate()
  return () => void navigate(searchPath(keyword))
}

/** The URL has no keyword. */
export function NoKeyword() {
  return (
    <ListState art="nothing" title="请输入企业名称/简称">
      <Button trackId="keyword-change" onClick={useRetype()}>
        输入关键词
      </Button>
    </ListState>
  )
}

type NoMatchProps = { params: SearchParams; onChange: (next: SearchParams) => void }

/** No match: first the reason, then what the user can do. */
export function NoMatch({ params, onChange }: NoMatchProps) {
  const { within } = params.filters
  if (within !== undefined) return <NotFoundWithin params={params} range={within} onChange={onChange} />
  return countFilters(params.filters) > 0 ? (
    <NotFoundFiltered params={params} onChange={onChange} />
  ) : (
    <NotFound keyword={params.keyword} />
  )
}

const titleOf = (keyword: string) => `未找到“${quotedKeyword(keyword)}”`

/** Without conditions: the store does not have the company. */
function NotFound({ keyword }: { keyword: string }) {
  const { data: coverage } = useCoverageQuery()
  const retype = useRetype(keyword)
  const navigate = useNavigate()
  const askAssistant = () => {
    saveTypedQuestion(keyword)
    void navigate(ASSISTANT_PATH)
  }
  return (
    <>
      <ListState
        art="nothing"
        compact
        title={titleOf(keyword)}
        text={
          <>
            <p className={styles.reason}>
              “<bdi>{quotedKeyword(keyword)}</bdi>”暂未收录，不代表不存在
            </p>
            <CoverageLine coverage={coverage} />
          </>
        }
      >
        <Button trackId="keyword-change" tone="line" onClick={retype}>
          修改关键词
        </Button>
        <InclusionButton key={keyword} keyword={keyword} />
      </ListState>
      <div className={styles.below}>
        <OfficialSiteButton site={officialSites.register} />
        <Button trackId="assistant" tone="line" block onClick={askAssistant}>
          问百言
        </Button>
        <Examples />
        <p className={styles.searched}>已检索名称、曾用名、简称、代码、人员、经营范围、地址和电话</p>
      </div>
    </>
  )
}

/** With conditions: they can exclude the company. */
function NotFoundFiltered({ params, onChange }: NoMatchProps) {
  const retype = useRetype(params.keyword)
  return (
    <>
      <ListState
        art="nothing"
        title={params.keyword === '' ? '未找到符合条件的企业' : titleOf(params.keyword)}
        text={params.keyword === '' ? '' : '所选筛选条件可能排除了目标企业'}
      >
        <Button trackId="keyword-change" tone="line" onClick={retype}>
          {params.keyword === '' ? '输入关键词' : '修改关键词'}
        </Button>
        <Button trackId="filters-clear" onClick={() => onChange({ ...params, filters: {} })}>
          清除筛选
        </Button>
      </ListState>
      <CoverageNote isByRisk={params.filters.risk !== undefined} />
    </>
  )
}

/** In one field only; other fields can still match. */
function NotFoundWithin({ params, range, onChange }: NoMatchProps & { range: SearchRange }) {
  const elsewhere = withoutFilter(params.filters, 'within')
  const isFiltered = countFilters(elsewhere) > 0
  return (
    <>
      <ListState
        art="nothing"
        title={titleOf(params.keyword)}
        text={`仅检索“${searchRanges[range]}”${isFiltered ? '，所选筛选条件可能排除了目标企业' : ''}`}
      >
        {isFiltered && (
          <Button trackId="filters-clear" tone="line" onClick={() => onChange({ ...params, filters: {} })}>
            清除筛选
          </Button>
        )}
        <Button trackId="search-everywhere" onClick={() => onChange({ ...params, filters: elsewhere })}>
          在全部范围中查找
        </Button>
      </ListState>
      <CoverageNote isByRisk={params.filters.risk !== undefined} />
    </>
  )
}

function CoverageNote({ isByRisk }: { isByRisk: boolean }) {
  const { data: coverage } = useCoverageQuery()
  return (
    <div className={styles.note}>
      <InfoNote>
        未收录不代表不存在。
        {isByRisk && '风险条件仅适用于已接入来源的企业。'}
      </InfoNote>
      <CoverageLine coverage={coverage} />
    </div>
  )
}

/** Companies that the store has, for a first look. */
function Examples() {
  const { data } = useExamplesQuery()
  if (data === undefined || data.length === 0) return null
  return (
    <section className={styles.examples} aria-label="示例企业">
      <h3>示例企业</h3>
      {data.map(({ id, name }) => (
        <Link track-id="example-row" key={id} to={companyPath(id)} className={styles.example}>
          <bdi>{name}</bdi>
          <Icon name="right" size={16} />
        </Link>
      ))}
    </section>
  )
}

/** Failed request. Keeps the conditions and shows the companies viewed before. */
export function ResultsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const retype = useRetype()
  if (rejectionOf(error)?.code === resultCode.keywordEmpty) {
    return (
      <ListState art="nothing" title={describeError(error)}>
        <Button trackId="keyword-change" onClick={retype}>
          修改关键词
        </Button>
      </ListState>
    )
  }
  return <ListFailed reason={describeError(error)} onRetry={onRetry} />
}
