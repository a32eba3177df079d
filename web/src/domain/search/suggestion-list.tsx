import type { SuggestAnswer, Suggestion } from '@baiqicha/contract/company-search'
import { isLiveStatus } from '@baiqicha/contract/company-status'
import type { HitRanges } from '@baiqicha/contract/company-summary'
import type { KeyboardEvent } from 'react'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import { companyPath } from '../company/company-path.ts'
import { LogoPlaceholder } from '../company/logo-placeholder.tsx'
import { excerptAtHit, HitText, matchLabelBeside } from './hit-text.tsx'
import { SEARCH_WITHOUT_INDEX } from './search-notices.tsx'
import styles from './suggestion-list.module.css'

/** Number of characters that fit on one line beside the label. */
const REASON_ROOM = 14

type Props = {
  answer: SuggestAnswer
  /** Text of the field. */
  text: string
  /** A visitor gets the first few, and all after a login. */
  isVisitor?: boolean
  onOpen: (suggestion: Suggestion) => void
  /** Returns to the field: on arrow-up in the first row, and for another keyword. */
  onLeave: () => void
  /** Searches for the text. */
  onAll: () => void
}

/** Suggested companies. Arrow keys move between rows; arrow-up in the first row returns to the field. */
export function SuggestionList({ answer, text, isVisitor = false, onOpen, onLeave, onAll }: Props) {
  const move = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const item = event.currentTarget.parentElement
    const next = event.key === 'ArrowDown' ? item?.nextElementSibling : item?.previousElementSibling
    const link = next?.querySelector('a')
    if (link) link.focus()
    else if (event.key === 'ArrowUp') onLeave()
  }

  return (
    <section aria-label="联想结果" data-suggestions>
      <output className={utility.spoken}>{`${answer.list.length} 条联想结果`}</output>
      <ul>
        {answer.list.map((suggestion) => (
          <li key={suggestion.id} className={styles.item}>
            <Link
              track-id="suggestion-row"
              to={companyPath(suggestion.id)}
              className={styles.row}
              onKeyDown={move}
              onClick={() => onOpen(suggestion)}
            >
              <SuggestionRow suggestion={suggestion} />
            </Link>
          </li>
        ))}
      </ul>
      {answer.partial === true ? (
        <div className={styles.rebuilding}>
          <p>索引重建中，暂仅联想全称、代码与名称开头</p>
          <button track-id="search-without-index" type="button" className={utility.tap} onClick={onLeave}>
            {SEARCH_WITHOUT_INDEX}
          </button>
        </div>
      ) : (
        <AllResults text={text} isVisitor={isVisitor} isEmpty={answer.list.length === 0} onAll={onAll} />
      )}
    </section>
  )
}

type AllResultsProps = Pick<Props, 'text' | 'onAll'> & { isVisitor: boolean; isEmpty: boolean }

function AllResults({ text, isVisitor, isEmpty, onAll }: AllResultsProps) {
  return (
    <>
      {isEmpty && (
        <p className={styles.hint}>{isVisitor ? '按名称没有匹配的企业' : '没有匹配的企业，点“搜索”查全部'}</p>
      )}
      {(isVisitor || !isEmpty) && (
        <button track-id="suggestions-all" data-track-label="" type="button" className={styles.all} onClick={onAll}>
          <span className={utility.clip}>
            {isVisitor ? '登录后' : ''}查看“<bdi>{text.trim()}</bdi>”的全部结果
          </span>
          <Icon name="right" size={14} />
        </button>
      )}
    </>
  )
}

function SuggestionRow({ suggestion }: { suggestion: Suggestion }) {
  const { name, matchReason, hitRanges, status, stockCode, demo } = suggestion
  const isHitInName = matchLabelBeside(name, matchReason) === null
  const isEnded = status !== null && status !== '其他' && !isLiveStatus(status)
  return (
    <>
      <LogoPlaceholder company={suggestion} size="xs" />
      <span className={utility.grow}>
        <bdi className={styles.name}>
          <HitText text={name} ranges={isHitInName ? hitRanges : []} />
        </bdi>
        <SecondLine suggestion={suggestion} />
      </span>
      {isEnded && <Tag tone="red">{status}</Tag>}
      {!isEnded && stockCode !== null && <Tag>上市</Tag>}
      {demo && <Tag tone="demo">演示数据</Tag>}
    </>
  )
}

/** Reason of the hit where the name does not show it; short name and code of a stock; place. */
function SecondLine({ suggestion }: { suggestion: Suggestion }) {
  const { name, matchReason, hitRanges, legalRepresentativeYear, briefName, stockCode, region } = suggestion
  const { field, text } = matchReason
  const label = matchLabelBeside(name, matchReason)
  const isStock = stockCode !== null && (label === null || field === 'shortName' || field === 'stockCode')
  if (label === null && !isStock && region === null) return null
  return (
    <span className={styles.reason}>
      {label !== null && !isStock && (
        <>
          {label}{' '}
          <bdi>
            <HitText {...excerptAtHit(text, hitRanges, REASON_ROOM)} />
          </bdi>
          {legalRepresentativeYear !== null && ` ${legalRepresentativeYear}`}
        </>
      )}
      {isStock && (
        <>
          <bdi>
            <HitText text={briefName} ranges={sameHits(suggestion, briefName)} />
          </bdi>{' '}
          <HitText text={stockCode} ranges={sameHits(suggestion, stockCode)} />
        </>
      )}
      {region !== null && (label !== null || isStock ? ` · ${region}` : region)}
    </span>
  )
}

/** The characters of another text that a hit found. */
function sameHits({ matchReason: { text }, hitRanges }: Suggestion, other: string): HitRanges {
  return hitRanges.flatMap(([from, to]): HitRanges => {
    const at = other.indexOf(text.slice(from, to))
    return at === -1 || to === from ? [] : [[at, at + to - from]]
  })
}
