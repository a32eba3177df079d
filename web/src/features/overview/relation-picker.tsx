import { useRef, useState } from 'react'
import { listViewedCompanies } from '../../domain/company/viewed-companies.ts'
import { useRecentBrowseQuery } from '../../platform/history/history-queries.ts'
import { useSuggestionPanel } from '../../platform/search/use-search-panel.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './relation-page.module.css'

type Props = { open: boolean; except: string; onClose: () => void; onChoose: (id: string) => void }

/** Sheet that chooses a company by the search, or among those viewed last. `except`: the other company. */
export function RelationPicker({ open, onClose, ...rest }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title="选择企业">
      <Choices {...rest} />
    </Sheet>
  )
}

function Choices({ except, onChoose }: Pick<Props, 'except' | 'onChoose'>) {
  const [text, setText] = useState('')
  const area = useRef<HTMLDivElement>(null)
  const { answer } = useSuggestionPanel(text, area)
  const viewed = listViewedCompanies(useRecentBrowseQuery())
  const isTyped = text.trim() !== ''
  const listed = (isTyped ? (answer?.list ?? []) : viewed).filter(({ id }) => id !== except)
  return (
    <div ref={area} className={styles.picker}>
      <SearchField
        value={text}
        onChange={setText}
        onSubmit={() => {
          const [first] = listed
          if (isTyped && first !== undefined) onChoose(first.id)
        }}
        placeholder="企业名称、简称或信用代码"
        formLabel="选择企业"
        isFocusedFirst
      />
      <h3 className={styles.listed}>{isTyped ? '搜索联想' : '最近浏览'}</h3>
      {isTyped && answer !== undefined && listed.length === 0 && <p className={styles.none}>没有匹配的企业</p>}
      {!isTyped && listed.length === 0 && <p className={styles.none}>输入名称搜索企业</p>}
      <ul>
        {listed.map(({ id, name, region }) => (
          <li key={id}>
            <button track-id="relation-company-row" type="button" className={styles.pick} onClick={() => onChoose(id)}>
              <bdi>{name}</bdi>
              <small>{region}</small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
