import type { BatchCompany, BatchRow } from '@baiqicha/contract/batch'
import { isLiveStatus } from '@baiqicha/contract/company-status'
import { useState } from 'react'
import { CompanyLink } from '../../domain/company/company-link.tsx'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import styles from './batch-page.module.css'
import { candidateNote, noRiskText } from './messages.ts'

type Props = {
  row: BatchRow
  /** `companyId`: null for none of the candidates. Resolves to whether the choice is stored. */
  onChoose: (number: number, companyId: string | null) => Promise<boolean>
}

const tones: Readonly<Record<NonNullable<BatchRow['result']>, TagTone>> = {
  唯一匹配: 'green',
  多个候选: 'amber',
  未收录: 'mute',
  无效: 'mute',
}

/** One row of a list with its result. */
export function BatchResultRow({ row, onChoose }: Props) {
  const { number, input, result, why, company, candidates, isChosen } = row
  const [isChoosing, setIsChoosing] = useState(false)
  const isOpen = candidates.length > 0 && (!isChosen || isChoosing)
  const choose = async (companyId: string | null) => {
    if (await onChoose(number, companyId)) setIsChoosing(false)
  }
  return (
    <article className={styles.row}>
      <span className={styles.number}>{number}</span>
      <div>
        <h3 className={styles.name}>
          {company === null ? <bdi>{input}</bdi> : <CompanyLink id={company.id} name={company.name} />}
        </h3>
        <p className={styles.caption}>
          {company !== null && (
            <>
              输入：<bdi>{input}</bdi>
              {why !== '企业全称一致' && '，'}
            </>
          )}
          {(company === null || why !== '企业全称一致') && why}
        </p>
      </div>
      {result === null ? (
        <Tag tone="mute">未查询</Tag>
      ) : isChosen ? (
        <Tag>已选择</Tag>
      ) : (
        <Tag tone={tones[result]}>{result}</Tag>
      )}
      {company !== null && <Facts company={company} />}
      {isOpen && <Candidates row={row} onChoose={(companyId) => void choose(companyId)} />}
      {isChosen && !isChoosing && candidates.length > 0 && (
        <p className={styles.again}>
          <button track-id="batch-rechoose" type="button" onClick={() => setIsChoosing(true)}>
            重新选择
          </button>
        </p>
      )}
    </article>
  )
}

/** Status, region, founding date and current risks. */
function Facts({ company: { status, region, foundedOn, risk } }: { company: BatchCompany }) {
  const parts = [region, foundedOn].filter((part) => part !== null)
  const hasRisk = risk !== null && risk.high + risk.medium + risk.notice > 0
  return (
    <p className={styles.facts}>
      {status !== null && <span className={isLiveStatus(status) ? undefined : styles.ended}>{status} · </span>}
      {parts.map((part) => `${part} · `).join('')}
      {hasRisk ? (
        <>
          {risk.high > 0 && <b className={styles.high}>高 {risk.high} </b>}
          {risk.medium > 0 && <b className={styles.medium}>中 {risk.medium} </b>}
          {risk.notice > 0 && `提示 ${risk.notice}`}
        </>
      ) : (
        noRiskText(risk)
      )}
      {risk?.asOf != null && ` · 截至 ${risk.asOf}`}
    </p>
  )
}

const NONE = 'none'

function Candidates({ row, onChoose }: { row: BatchRow; onChoose: (companyId: string | null) => void }) {
  const { number, input, company, candidates, isChosen } = row
  const chosen = isChosen ? (company?.id ?? NONE) : null
  const options = [
    ...candidates.map((one) => ({ key: one.id, name: one.name, note: candidateNote(one) })),
    { key: NONE, name: '都不是', note: '' },
  ]
  return (
    <fieldset className={styles.candidates}>
      <legend className={styles.legend}>
        第 {number} 行“{input}”的候选企业
      </legend>
      {options.map(({ key, name, note }) => (
        <label key={key} className={styles.candidate}>
          <input
            track-id="batch-candidate-row"
            type="radio"
            name={`batch-${number}`}
            checked={chosen === key}
            onChange={() => onChoose(key === NONE ? null : key)}
          />
          <bdi>{name}</bdi>
          <span className={styles.candidateNote}>{note}</span>
        </label>
      ))}
    </fieldset>
  )
}
