import { type FigureName, type FigureTable, figureNames, figureTitles } from '@baiqicha/contract/desk/figures'
import { platformTypes } from '@baiqicha/contract/tracking'
import type { FormEvent } from 'react'
import { formatShanghaiDate } from '../lib/format.ts'
import { act } from './api.ts'
import { Choices, DeskButton, Loaded, NoState, PageHead, SaveButton, SelectOptions, TableHead } from './elements.tsx'
import { addressOf, goTo, useAddress, useNow, useRead } from './hooks.ts'
import { LineChart } from './line-chart.tsx'
import { countText, minuteText } from './texts.ts'

const PATH = '/figures'
const DAY = 86_400_000
/** Days that are shown at first: four weeks, so that weekdays compare. */
const DAYS = 28

const cellText = (cell: FigureTable['rows'][number][number]) =>
  cell === null ? '-' : typeof cell === 'number' ? countText(cell) : cell

/** Visits and what visitors did, by day and by group. */
export function FiguresPage() {
  const { params } = useAddress()
  const now = useNow()
  const dayAgo = (days: number) => formatShanghaiDate(new Date(now - days * DAY).toISOString())
  const figure = figureNames.find((name) => name === params.get('figure')) ?? 'overview'
  const range = {
    from: params.get('from') ?? dayAgo(DAYS - 1),
    to: params.get('to') ?? dayAgo(0),
    fr: params.get('fr'),
    platformType: platformTypes.find((type) => type === params.get('platformType')) ?? null,
  }
  const addressOfFigure = (name: FigureName) =>
    addressOf(PATH, { ...Object.fromEntries(params), figure: name === 'overview' ? null : name })
  const found = useRead('figures show', { figure, ...range })
  return (
    <>
      <PageHead
        title="统计"
        note={found.data?.asOf != null && `截至 ${minuteText(found.data.asOf)} · 少于 5 人的分组并入其他`}
      >
        <SaveButton
          label="导出 CSV"
          name={figureTitles[figure]}
          load={() => act('figures export', { figure, ...range })}
        />
      </PageHead>
      <div className="tools">
        <Choices
          label="指标"
          choices={figureNames.map((name) => [figureTitles[name], addressOfFigure(name), name === figure])}
        />
      </div>
      <RangeForm key={JSON.stringify(range)} figure={figure} range={range} />
      {/* A keyboard scrolls the region, so it takes the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="scroll" aria-label={figureTitles[figure]} tabIndex={0}>
        <Loaded query={found}>{(table) => <Figure title={figureTitles[figure]} {...table} />}</Loaded>
      </section>
    </>
  )
}

const missingText = (days: readonly string[]) =>
  days.length > 7 ? `缺少 ${days.length} 天的数据` : `缺少数据的日期：${days.join('、')}`

function Figure({ title, asOf, missingDays, note, head, rows, lines, bar }: FigureTable & { title: string }) {
  if (asOf === null || rows.length === 0) {
    return <NoState title="该期间没有数据" text="一天的数据在次日一时汇总，当天的在打开时汇总。" />
  }
  const most = bar === null ? 0 : Math.max(...rows.map((row) => Number(row[bar] ?? 0)))
  return (
    <>
      {missingDays.length > 0 && <p className="section quiet">{missingText(missingDays)}</p>}
      {lines !== null && <LineChart title={title} {...lines} />}
      <table>
        {note !== null && <caption>{note}</caption>}
        <TableHead heads={head} numbers={head.length - 1} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.join()}>
              {row.map((cell, at) => (
                <td key={head[at]} className={at === 0 ? '' : 'num'}>
                  {cellText(cell)}
                  {at === 0 && bar !== null && most > 0 && (
                    <i className="bar" style={{ width: `${(Number(row[bar] ?? 0) / most) * 100}%` }} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

type Range = { from: string; to: string; fr: string | null; platformType: (typeof platformTypes)[number] | null }

function RangeForm({ figure, range: { from, to, fr, platformType } }: { figure: FigureName; range: Range }) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : null,
    ])
    goTo(PATH, { figure: figure === 'overview' ? null : figure, ...Object.fromEntries(typed) })
  }
  return (
    <form className="tools" aria-label="范围" onSubmit={submit}>
      <input type="date" name="from" aria-label="从" required defaultValue={from} />
      <input type="date" name="to" aria-label="到" required defaultValue={to} />
      <select name="platformType" aria-label="平台" defaultValue={platformType ?? ''}>
        <option value="">全部平台</option>
        <SelectOptions options={platformTypes.map((type) => [type, type === 'mini-program' ? '小程序' : type])} />
      </select>
      <input name="fr" aria-label="来源" placeholder="全部来源" maxLength={64} defaultValue={fr ?? ''} />
      <DeskButton text="查看" type="submit" look="small" />
    </form>
  )
}
