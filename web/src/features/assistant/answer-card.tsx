import type { Answer, AnswerBars, AnswerTable, Citation, CompanyChoice, Segment } from '@baiqicha/contract/assistant'
import { type ReactNode, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './answer-card.module.css'
import { AnswerText } from './answer-text.tsx'
import type { Turn } from './answer-turn.ts'
import { citedSources, paragraphsOf, withBoldNames } from './cited-sources.ts'

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

/** An answer, complete or as far as it has arrived. */
export function AnswerCard({ turn, foot, onChoose, onRephrase, onRetry, onReload }: Props) {
  const { answer, phase } = turn
  const isStreaming = phase !== 'ended'
  const sources = isStreaming ? [] : citedSources(answer.segments)
  return (
    <article className={styles.answer} aria-busy={isStreaming} aria-label="百言的回答">
      <header className={styles.head}>
        <span className={styles.mark}>
          <Icon name="spark" size={16} />
        </span>
        百言{answer.records > 0 && ` · 已查阅 ${answer.records} 条记录`}
        {answer.isDemo && <Tag tone="demo">演示数据</Tag>}
      </header>
      <div className={styles.card}>
        <div aria-live="polite">
          {paragraphsOf(withBoldNames(answer)).map((paragraph, at, all) => (
            <p key={paragraph[0]?.index} className={styles.paragraph}>
              {paragraph.map((segment) => (
                <Statement key={segment.index} segment={segment} />
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
        {answer.table !== null && <Comparison table={answer.table} />}
        {answer.bars !== null && <Bars bars={answer.bars} />}
        {answer.choice !== null && <Candidates choice={answer.choice} onChoose={onChoose} onRephrase={onRephrase} />}
        {isStreaming && phase !== 'broken' && answer.segments.length === 0 && <Waiting turn={turn} />}
        {phase === 'loading' && answer.segments.length > 0 && <p className={styles.note}>{LOADING}</p>}
        {phase === 'broken' && (
          <Problem text="连接中断，未取得回答">
            <Button trackId="retry" tone="line" size="sm" onClick={() => onReload?.()}>
              重新加载
            </Button>
          </Problem>
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
        {sources.length > 0 && <Sources sources={sources} />}
        {!isStreaming && <End answer={answer}>{foot}</End>}
      </div>
    </article>
  )
}

function Statement({ segment }: { segment: Segment }) {
  return (
    <span>
      <AnswerText text={segment.text} />
      {segment.citations.map((citation) => (
        <Chip key={citation.n} citation={citation} />
      ))}
    </span>
  )
}

const describe = ({ n, label, sourceName, date }: Citation) =>
  `来源 ${n}：${[label, sourceName, date].filter((part) => part !== null && part !== '').join('，')}`

function Chip({ citation }: { citation: Citation }) {
  const className = classNames(styles.chip, utility.tap)
  if (citation.path === null) return <span className={styles.chip}>{citation.n}</span>
  return (
    <Link track-id="assistant-source" to={citation.path} className={className} aria-label={describe(citation)}>
      {citation.n}
    </Link>
  )
}

/** Sources and bars that are shown before the reader unfolds the rest. */
const SHOWN_SOURCES = 6
const SHOWN_BARS = 12

/** The first rows of a list, and a button for the rest; a list that is a little longer is shown whole. */
function useFold<Row>(rows: readonly Row[], shown: number, unit: string) {
  const [isOpen, setIsOpen] = useState(false)
  const isFolded = !isOpen && rows.length > shown + 2
  const unfold = isFolded ? (
    <button track-id="unfold" type="button" className={styles.more} onClick={() => setIsOpen(true)}>
      展开全部 {rows.length} {unit}
      <Icon name="down" size={16} />
    </button>
  ) : null
  return { shown: isFolded ? rows.slice(0, shown) : rows, unfold }
}

function Sources({ sources }: { sources: readonly Citation[] }) {
  const { shown, unfold } = useFold(sources, SHOWN_SOURCES, '条来源')
  return (
    <>
      <ul className={styles.sources} aria-label="来源">
        {shown.map((citation) => (
          <li key={citation.n}>
            <SourceRow citation={citation} />
          </li>
        ))}
      </ul>
      {unfold}
    </>
  )
}

/** 工商信息：法定代表人 — the facts of a company have several sources. */
const titleOf = ({ citedType, label, fields }: Citation) =>
  citedType === 'facts' && fields.length > 0 ? `${label}：${fields.slice(0, 2).join('、')}` : label

function SourceRow({ citation }: { citation: Citation }) {
  const { n, companyName, sourceName, date, path, change } = citation
  const content = (
    <>
      <span className={styles.chip}>{n}</span>
      <span className={styles.source}>
        <b>{titleOf(citation)}</b>
        <small>{[companyName, sourceName].filter((part) => part !== null && part !== '').join(' · ')}</small>
        {change !== null && <small className={styles.changed}>{change}</small>}
      </span>
      <time>{date}</time>
    </>
  )
  if (path === null) return <div className={styles.sourceRow}>{content}</div>
  return (
    <Link track-id="assistant-source" to={path} className={styles.sourceRow}>
      {content}
      <Icon name="right" size={16} />
    </Link>
  )
}

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
                <small>
                  {[
                    candidate.status,
                    candidate.city,
                    candidate.codeEnd === null ? null : `代码尾号 ${candidate.codeEnd}`,
                    candidate.isDemo ? '演示数据' : null,
                  ]
                    .filter((part) => part !== null)
                    .join(' · ')}
                </small>
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

/** Shown from 400 ms on: most answers begin before. */
function Waiting({ turn: { step, phase } }: { turn: Turn }) {
  return (
    <output className={styles.waiting}>
      <span className={styles.dots} aria-hidden="true" />
      {phase === 'loading' ? LOADING : (step ?? '正在查阅记录')}
    </output>
  )
}

function Problem({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={styles.problem} role="alert">
      <p>{text}</p>
      {children}
    </div>
  )
}

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
