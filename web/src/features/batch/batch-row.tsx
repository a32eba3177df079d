import type { BatchCompany, BatchRow } from '@baiqicha/contract/batch'
import { isLiveStatus } from '@baiqicha/contract/company-status'
import { type ReactNode, useState } from 'react'
import { CompanyLink } from '../../domain/company/company-link.tsx'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './batch-page.module.css'
import { candidateNote, matchNote, noRiskText } from './messages.ts'

/** Phrases with points between them, each on one line. A line neither begins nor ends with a point. */
export const JoinedPhrases = ({ phrases }: { phrases: readonly ReactNode[] }) => (
  <span className={styles.phrases}>
    {phrases.map((phrase, at) => (
      <span key={at}>
        {at > 0 && <span className={styles.point}> · </span>}
        {phrase}
      </span>
    ))}
  </span>
)

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
        <h2 className={styles.name}>
          {company === null ? <bdi>{input}</bdi> : <CompanyLink id={company.id} name={company.name} />}
        </h2>
        <p className={styles.caption}>
          {company === null ? (
            why
          ) : (
            <>
              输入：<bdi>{input}</bdi>
              {matchNote(why)}
            </>
          )}
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
      {isOpen && <Candidates row={row} onChoose={choose} />}
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

/** Numbers of current risks by severity. */
function RiskCounts({ risk }: { risk: NonNullable<BatchCompany['risk']> }) {
  return (
    <>
      {risk.high > 0 && <b className={styles.high}>高 {risk.high} </b>}
      {risk.medium > 0 && <b className={styles.medium}>中 {risk.medium} </b>}
      {risk.notice > 0 && `提示 ${risk.notice}`}
    </>
  )
}

/** Status, region, founding date and current risks. */
function Facts({ company: { status, region, foundedOn, risk } }: { company: BatchCompany }) {
  const hasRisk = risk !== null && risk.high + risk.medium + risk.notice > 0
  const phrases = [
    status !== null && (
      <span key="status" className={isLiveStatus(status) ? undefined : styles.ended}>
        {status}
      </span>
    ),
    region,
    foundedOn,
    hasRisk ? <RiskCounts key="risk" risk={risk} /> : noRiskText(risk),
    risk?.asOf != null && `截至 ${risk.asOf}`,
  ].filter((phrase) => phrase !== null && phrase !== false)
  return (
    <p className={styles.facts}>
      <JoinedPhrases phrases={phrases} />
    </p>
  )
}

const NONE = 'none'

type CandidatesProps = { row: BatchRow; onChoose: (companyId: string | null) => Promise<void> }

function Candidates({ row, onChoose }: CandidatesProps) {
  const { number, input, company, candidates, isChosen } = row
  /** Shown at once, until the choice is stored or has failed. */
  const [picked, setPicked] = useState<string | null>(null)
  const chosen = picked ?? (isChosen ? (company?.id ?? NONE) : null)
  const pick = async (key: string) => {
    setPicked(key)
    await onChoose(key === NONE ? null : key)
    setPicked(null)
  }
  const isNamesake = ({ id, name }: BatchCompany) => candidates.some((one) => one.name === name && one.id !== id)
  const options = [
    ...candidates.map((one) => ({ key: one.id, name: one.name, note: candidateNote(one, isNamesake(one)) })),
    { key: NONE, name: '都不是', note: '' },
  ]
  return (
    <fieldset className={styles.candidates}>
      <legend className={utility.spoken}>
        第 {number} 行“{input}”的候选企业
      </legend>
      {options.map(({ key, name, note }) => (
        <label key={key} className={styles.candidate}>
          <input
            track-id="batch-candidate-row"
            type="radio"
            name={`batch-${number}`}
            checked={chosen === key}
            onChange={() => void pick(key)}
          />
          <bdi>{name}</bdi>
          <span className={utility.note}>{note}</span>
        </label>
      ))}
    </fieldset>
  )
}
