import type { Answer, AnswerBars, AnswerTable, Citation, CompanyChoice, Segment } from '@baiqicha/contract/assistant'
import { type ReactNode, useState } from 'react'
import { Link } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from './answer-card.module.css'
import { AnswerText, NamedSites, SourceNumber, Sources, useFold } from './answer-sources.tsx'
import type { Turn } from './answer-turn.ts'
import {
  citedSources,
  isAboutLikelyCompany,
  leadingSentences,
  mergeSources,
  paragraphsOf,
  withBoldNames,
} from './cited-sources.ts'

type Props = {
  turn: Turn
  /** Offered below the answer; absent for a reader with a key. */
  foot?: ReactNode
  /** Asks for the chosen company; absent: a choice cannot be made here. */
  onChoose?: (candidate: CompanyChoice['candidates'][number]) => void
  /** Brings the question back to the field, where none of the candidates is meant. */
  onRephrase?: () => void
  onRetry?: () => void
  /** Requests the stored answer again. */
  onReload?: () => void
}

/** Characters of an answer before the reader unfolds the rest. */
const SHOWN_CHARACTERS = 300
/** Bars that are shown before the reader unfolds the rest. */
const SHOWN_BARS = 12

/** An answer, complete or as far as it has arrived. */
export function AnswerCard({ turn, foot, onChoose, onRephrase, onRetry, onReload }: Props) {
  const { answer, phase } = turn
  const isStreaming = phase !== 'ended'
  const [isOpen, setIsOpen] = useState(false)
  const segments = mergeSources(withBoldNames(answer))
  const shown = isOpen ? segments : leadingSentences(segments, SHOWN_CHARACTERS)
  const isFolded = shown.length < segments.length
  const sources = isStreaming ? [] : citedSources(segments)
  return (
    <article aria-busy={isStreaming} aria-label="百言的回答">
      <header className={styles.head}>
        <span className={styles.mark}>
          <Icon name="spark" size={16} />
        </span>
        百言{answer.records > 0 && ` · 已查阅 ${answer.records} 条记录`}
        {answer.isDemo && <Tag tone="demo">演示数据</Tag>}
      </header>
      <div className={styles.card}>
        <div aria-live="polite">
          {paragraphsOf(shown).map((paragraph, at, all) => (
            <p key={paragraph[0]?.index} className={styles.paragraph}>
              {paragraph.map((segment, place) => (
                <Statement key={segment.index} segment={segment} next={paragraph[place + 1]} />
              ))}
              {isStreaming && at === all.length - 1 && <span className={styles.caret} aria-hidden="true" />}
            </p>
          ))}
          {answer.message !== null && (
            <p className={styles.message}>
              {answer.status === '失败' && <Icon name="info" size={16} />}
              {answer.message}
            </p>
          )}
        </div>
        {isFolded && (
          <button track-id="unfold" type="button" className={styles.more} onClick={() => setIsOpen(true)}>
            展开全文
            <Icon name="down" size={16} />
          </button>
        )}
        {onRephrase !== undefined && !isStreaming && isAboutLikelyCompany(segments) && (
          <button track-id="assistant-rephrase" type="button" className={styles.more} onClick={onRephrase}>
            不是这家？
          </button>
        )}
        {answer.table !== null && <Comparison table={answer.table} />}
        {answer.bars !== null && <Bars bars={answer.bars} />}
        {answer.choice !== null && <Candidates choice={answer.choice} onChoose={onChoose} onRephrase={onRephrase} />}
        {isStreaming && phase !== 'broken' && answer.segments.length === 0 && (
          // Shown from 400 ms on: most answers begin before.
          <output className={styles.waiting}>
            <span className={styles.dots} aria-hidden="true" />
            {phase === 'loading' ? LOADING : (turn.step ?? '正在查阅记录')}
          </output>
        )}
        {phase === 'loading' && answer.segments.length > 0 && <p className={styles.note}>{LOADING}</p>}
        {phase === 'broken' && (
          <div className={styles.problem} role="alert">
            <p>连接中断，未取得回答</p>
            <Button trackId="retry" tone="line" size="sm" onClick={() => onReload?.()}>
              重新加载
            </Button>
          </div>
        )}
        {answer.status === '已停止' && <p className={styles.note}>已停止</p>}
        {(answer.status === '失败' || answer.status === '已停止') && onRetry !== undefined && (
          <p className={styles.retry}>
            <Button trackId="retry" tone="line" size="sm" onClick={onRetry}>
              <Icon name="refresh" size={16} />
              重试
            </Button>
          </p>
        )}
        {answer.partial && <p className={styles.note}>检索服务恢复中，结果可能不完整</p>}
        {!isStreaming && (
          <NamedSites
            text={[...segments.map(({ text }) => text), answer.message ?? ''].join('')}
            companies={answer.companies}
          />
        )}
        {sources.length > 0 && <Sources sources={sources} />}
        {!isStreaming && <End answer={answer}>{foot}</End>}
      </div>
    </article>
  )
}

/** A sentence; its sources stand behind the last of several that cite the same. */
function Statement({ segment: { text, citations }, next }: { segment: Segment; next: Segment | undefined }) {
  const isRepeated = next !== undefined && numbersOf(next.citations) === numbersOf(citations)
  return (
    <span>
      <AnswerText text={text} />
      {!isRepeated && citations.map((citation) => <SourceNumber key={citation.n} citation={citation} />)}
    </span>
  )
}

const numbersOf = (citations: readonly Citation[]) => citations.map(({ n }) => n).join()

/** Characters of a cell that is kept on one line: an amount, a date, a count. */
const SHORT_CELL = 20

/** A comparison, which scrolls by itself. */
function Comparison({ table }: { table: AnswerTable }) {
  return (
    // A keyboard scrolls the region, so it takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.tableFrame} aria-label="对比表" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {table.columns.map(({ label }, at) => (
              <th key={`${at} ${label}`} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ label, cells }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {cells.map((cell, at) => (
                <td
                  key={table.columns[at + 1]?.label ?? at}
                  {...(cell.length <= SHORT_CELL && { className: styles.short })}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Bars({ bars }: { bars: AnswerBars }) {
  const most = Math.max(1, ...bars.bars.map(({ count }) => count))
  const { shown, unfold } = useFold(bars.bars, SHOWN_BARS, '项')
  return (
    <figure className={styles.bars}>
      <figcaption>{bars.title}</figcaption>
      <ul>
        {shown.map(({ label, count, path }) => (
          <li key={label}>
            <span className={styles.barLabel}>
              {path === null ? (
                label
              ) : (
                <Link track-id="assistant-search" to={path}>
                  {label}
                </Link>
              )}
            </span>
            <span className={styles.track}>
              <span className={styles.bar} style={{ width: `${(100 * count) / most}%` }} />
            </span>
            <b>{count.toLocaleString('zh-CN')}</b>
          </li>
        ))}
      </ul>
      {unfold}
      {bars.path !== null && (
        <Link track-id="assistant-search" to={bars.path} className={styles.more}>
          查看相同条件的搜索结果
          <Icon name="right" size={16} />
        </Link>
      )}
    </figure>
  )
}

const partsOf = ({ status, city, codeEnd, isDemo }: CompanyChoice['candidates'][number]) =>
  [status, city, codeEnd === null ? null : `代码尾号 ${codeEnd}`, isDemo ? '演示数据' : null].flatMap(
    (part) => part ?? [],
  )

type CandidatesProps = { choice: CompanyChoice; onChoose: Props['onChoose']; onRephrase: Props['onRephrase'] }

function Candidates({ choice: { candidates }, onChoose, onRephrase }: CandidatesProps) {
  return (
    <>
      <p className={styles.ask}>有 {candidates.length} 家企业符合，您问的是哪一家？</p>
      <ul className={styles.candidates}>
        {candidates.map((candidate) => (
          <li key={candidate.companyId}>
            <button
              track-id="assistant-candidate-row"
              type="button"
              className={styles.candidate}
              disabled={onChoose === undefined}
              onClick={() => onChoose?.(candidate)}
            >
              <span>
                <b>{candidate.name}</b>
                <small>{partsOf(candidate).join(' · ')}</small>
              </span>
              {onChoose !== undefined && <Icon name="right" size={16} />}
            </button>
          </li>
        ))}
        {onRephrase !== undefined && (
          <li>
            <button track-id="assistant-rephrase" type="button" className={styles.neither} onClick={onRephrase}>
              都不是，重新输入
            </button>
          </li>
        )}
      </ul>
    </>
  )
}

const LOADING = '正在读取回答'

/** Absent where nothing is stated: after a failure, a refusal and a choice. */
function End({ answer, children }: { answer: Answer; children: ReactNode }) {
  if (answer.status === '失败' || answer.segments.length === 0) return null
  return (
    <footer className={styles.end}>
      <p>
        {answer.asOf !== null && `截至 ${answer.asOf}`}
        {answer.disclaimer !== '' && <small>{answer.disclaimer}</small>}
      </p>
      {children}
    </footer>
  )
}
