import type { SuggestAnswer, Suggestion } from '@baiqicha/contract/company-search'
import { isLiveStatus } from '@baiqicha/contract/company-status'
import type { KeyboardEvent } from 'react'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import { companyPath } from '../company/company-path.ts'
import { excerptAtHit } from './hit-excerpt.ts'
import { HitText } from './hit-text.tsx'
import { SEARCH_WITHOUT_INDEX } from './index-rebuilding.tsx'
import { matchLabelBeside } from './match-label.ts'
import styles from './suggestion-list.module.css'

/** Number of characters that fit on one line beside the label. */
const REASON_ROOM = 14

type Props = {
  answer: SuggestAnswer
  onOpen: (suggestion: Suggestion) => void
  /** Returns to the field: on arrow-up in the first row, and for another keyword. */
  onLeave: () => void
}

/** Suggested companies. Arrow keys move between rows; arrow-up in the first row returns to the field. */
export function SuggestionList({ answer, onOpen, onLeave }: Props) {
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
        <p className={styles.hint}>
          {answer.list.length === 0 ? '没有匹配的企业，点“搜索”查全部' : '点“搜索”查看全部结果'}
        </p>
      )}
    </section>
  )
}

function SuggestionRow({ suggestion }: { suggestion: Suggestion }) {
  const { name, matchReason, hitRanges, legalRepresentativeYear, status, demo } = suggestion
  const label = matchLabelBeside(name, matchReason)
  const isEnded = status !== null && status !== '其他' && !isLiveStatus(status)
  return (
    <>
      <Icon name="search" size={16} className={styles.icon} />
      <span className={utility.grow}>
        <bdi className={styles.name}>
          <HitText text={name} ranges={label === null ? hitRanges : []} />
        </bdi>
        {label !== null && (
          <span className={styles.reason}>
            {label}匹配：
            <bdi>
              <HitText {...excerptAtHit(matchReason.text, hitRanges, REASON_ROOM)} />
            </bdi>
            {legalRepresentativeYear !== null && ` ${legalRepresentativeYear}`}
          </span>
        )}
      </span>
      {isEnded && <Tag tone="red">{status}</Tag>}
      {demo && <Tag tone="demo">演示数据</Tag>}
    </>
  )
}
