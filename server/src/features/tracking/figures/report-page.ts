import { readFileSync } from 'node:fs'
import type { FiguresQuery, TrackingFigures } from './figures.service.ts'
import { daysOf, SMALLEST_GROUP } from './figures.service.ts'

const libraryFile = (name: string) => readFileSync(new URL(import.meta.resolve(`uplot/dist/${name}`)), 'utf8')

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (one) => escapes[one] ?? '')
/** JSON within a script: no end of the script, no comment, and no line separators. */
const scriptJson = (value: unknown) =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

type Cell = string | number | null
type Plot = { kind: 'lines' | 'bars'; labels: string[]; series: { name: string; values: (number | null)[] }[] }
type Section = { title: string; note?: string; head: string[]; rows: Cell[][]; plot?: Plot }

/** Channels with a line of their own. */
const DRAWN_SOURCES = 5
const DRAWN_BARS = 12
const colours = ['#1f6feb', '#d4572a', '#2b8a3e', '#8250df', '#b08800', '#57606a']

const numberFormat = new Intl.NumberFormat('zh-CN')
const cellText = (cell: Cell) => (cell === null ? '—' : typeof cell === 'number' ? numberFormat.format(cell) : cell)
const cellHtml = (cell: Cell) => `<td${typeof cell === 'string' ? '' : ' class="n"'}>${escapeHtml(cellText(cell))}</td>`

const tableHtml = ({ head, rows }: Section) =>
  `<div class="scroll" tabindex="0"><table><thead><tr>${head.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('')}</tr></thead>` +
  `<tbody>${rows.map((row) => `<tr>${row.map(cellHtml).join('')}</tr>`).join('')}</tbody></table></div>`

const sectionHtml = (section: Section, at: number) =>
  `<section><h2>${escapeHtml(section.title)}</h2>${section.note === undefined ? '' : `<p class="note">${escapeHtml(section.note)}</p>`}` +
  (section.rows.length === 0
    ? '<p class="empty">该期间没有数据</p>'
    : `${section.plot === undefined ? '' : `<div class="plot" data-plot="${at}" role="img" aria-label="${escapeHtml(section.title)}"></div>`}${tableHtml(section)}`) +
  '</section>'

const minuteOf = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
const barsOf = (labels: string[], name: string, values: number[]): Plot => ({
  kind: 'bars',
  labels: labels.slice(0, DRAWN_BARS),
  series: [{ name, values: values.slice(0, DRAWN_BARS) }],
})

const channelName = (fr: string) => (fr === '' ? '未标记' : fr)
/** 其他 says what it stands for: with few visitors it may be the only row. */
const groupName = (name: string, merged: number) =>
  merged === 0 ? name : `${name}（${merged} 项，各少于 ${SMALLEST_GROUP} 人）`

async function sectionsOf(figures: TrackingFigures, query: FiguresQuery) {
  const days = daysOf(query) ?? []
  const overview = await figures.overview(query)
  const ofDay = new Map(overview.rows.map((row) => [row.day, row]))
  const line = (name: string, valueOf: (day: string) => number | undefined) => ({
    name,
    values: days.map((day) => valueOf(day) ?? null),
  })
  const total = ofDay.get(null)
  const funnel = await figures.funnel(query)
  const pages = await figures.pages(query)
  const clicks = await figures.clicks(query)
  const sources = await figures.sources(query)
  const devices = await figures.devices(query)
  const vitals = await figures.vitals(query)
  const errors = await figures.errors(query)
  const ingest = await figures.ingest(query)
  const known = new Set(days.filter((day) => !overview.missingDays.includes(day)))
  const channels = sources.rows.filter(({ day }) => day === null)
  const visitsFrom = (fr: string, day: string) =>
    known.has(day) ? (sources.rows.find((row) => row.fr === fr && row.day === day)?.visits ?? 0) : null
  const sections: Section[] = [
    {
      title: '访问、人与新访客',
      note: '多日的人数为各日人数的并集，不是相加。',
      head: ['日期', '访问', '人', '新访客', '页面浏览', '点击'],
      rows: [
        ...days.map((day): Cell[] => {
          const row = ofDay.get(day)
          return [
            day,
            row?.visits ?? null,
            row?.people ?? null,
            row?.newPeople ?? null,
            row?.pageviews ?? null,
            row?.clicks ?? null,
          ]
        }),
        [
          '合计',
          total?.visits ?? 0,
          total?.people ?? 0,
          total?.newPeople ?? 0,
          total?.pageviews ?? 0,
          total?.clicks ?? 0,
        ],
      ],
      plot: {
        kind: 'lines',
        labels: days,
        series: [
          line('访问', (day) => ofDay.get(day)?.visits),
          line('人', (day) => ofDay.get(day)?.people),
          line('新访客', (day) => ofDay.get(day)?.newPeople),
        ],
      },
    },
    {
      title: '漏斗',
      note: '在一次访问内计数。登录与领礼取自账号记录。',
      head: ['步骤', '访问（依次）', '人（依次）', '访问（不论先后）', '人（不论先后）'],
      rows: funnel.rows.map((row) => [
        row.step,
        row.visitsInOrder,
        row.peopleInOrder,
        row.visitsInAnyOrder,
        row.peopleInAnyOrder,
      ]),
      plot: {
        kind: 'bars',
        labels: funnel.rows.map(({ step }) => step),
        series: [
          { name: '访问（依次）', values: funnel.rows.map((row) => row.visitsInOrder) },
          { name: '访问（不论先后）', values: funnel.rows.map((row) => row.visitsInAnyOrder) },
        ],
      },
    },
    {
      title: '页面',
      note: '停留为到下一页的平均秒数，末页未知，不计为 0。',
      head: ['页面', '浏览', '人', '平均停留（秒）'],
      rows: pages.rows.map((row) => [groupName(row.pageKey, row.merged), row.views, row.people, row.seconds]),
      plot: barsOf(
        pages.rows.map(({ pageKey }) => pageKey),
        '浏览',
        pages.rows.map(({ views }) => views),
      ),
    },
    {
      title: '点击',
      head: ['元素', '点击', '人'],
      rows: clicks.rows.map((row) => [groupName(row.trackId, row.merged), row.clicks, row.people]),
      plot: barsOf(
        clicks.rows.map(({ trackId }) => trackId),
        '点击',
        clicks.rows.map((row) => row.clicks),
      ),
    },
    {
      title: '来源',
      note: '按日的访问次数。',
      head: ['来源', '访问', '人', ...days.map((day) => day.slice(5))],
      rows: channels.map(({ fr, visits, people, merged }) => [
        groupName(channelName(fr), merged),
        visits,
        people,
        ...days.map((day) => visitsFrom(fr, day)),
      ]),
      plot: {
        kind: 'lines',
        labels: days,
        series: channels
          .slice(0, DRAWN_SOURCES)
          .map(({ fr }) => ({ name: channelName(fr), values: days.map((day) => visitsFrom(fr, day)) })),
      },
    },
    {
      title: '设备',
      head: ['设备', '访问', '人'],
      rows: devices.rows.map((row) => [groupName(row.platform, row.merged), row.visits, row.people]),
      plot: barsOf(
        devices.rows.map(({ platform }) => platform),
        '访问',
        devices.rows.map(({ visits }) => visits),
      ),
    },
    {
      title: '页面性能（p75）',
      head: ['指标', '页面', '次数', 'p75'],
      rows: vitals.rows.map((row) => [row.name, row.pageKey, row.count, row.p75]),
      plot: barsOf(
        vitals.rows.map(({ name, pageKey }) => `${name} ${pageKey}`),
        'p75',
        vitals.rows.map(({ p75 }) => p75),
      ),
    },
    {
      title: '错误',
      head: ['信息', '页面', '次数', '最近'],
      rows: errors.rows.map((row) => [row.message, row.pageKey, row.count, minuteOf(row.lastAt)]),
      plot: barsOf(
        errors.rows.map(({ message }) => message),
        '次数',
        errors.rows.map(({ count }) => count),
      ),
    },
    {
      title: '收到与丢弃的事件',
      note: '重复与超限的事件不计入统计，未存储的事件缺失。',
      head: ['日期', '页面浏览', '点击', '设备变更', '重复', '超限', '未存储'],
      rows: ingest.rows.map((row) => [
        row.day,
        row.pageviews,
        row.clicks,
        row.deviceChanges,
        row.repeated,
        row.limited,
        row.lost,
      ]),
      plot: {
        kind: 'lines',
        labels: days,
        series: [
          line('收到', (day) => {
            const row = ingest.rows.find((one) => one.day === day)
            return row === undefined ? undefined : row.pageviews + row.clicks + row.deviceChanges
          }),
          line('丢弃', (day) => {
            const row = ingest.rows.find((one) => one.day === day)
            return row === undefined ? undefined : row.repeated + row.limited + row.lost
          }),
        ],
      },
    },
  ]
  return { sections, overview }
}

const style = `
:root{color-scheme:light;--ink:#1f2328;--dim:#59636e;--line:#d8dee4;--back:#f6f8fa}
*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--ink);font:15px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{max-width:1080px;margin:0 auto;padding:16px}h1{font-size:24px;margin:8px 0}h2{font-size:17px;margin:0 0 4px}
section{background:#fff;border:1px solid var(--line);border-radius:8px;padding:16px;margin:16px 0}
.note,.meta,.empty{color:var(--dim);margin:0 0 8px;font-size:13px}.scroll{overflow:auto;max-height:420px;margin-top:12px}
table{border-collapse:collapse;width:100%;font-size:13px;font-variant-numeric:tabular-nums}
th,td{padding:6px 10px;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}
td:first-child{max-width:320px;overflow:hidden;text-overflow:ellipsis}th{position:sticky;top:0;background:#fff}.n{text-align:right}
th:not(:first-child){text-align:right}.plot{width:100%}.u-legend{font-size:13px}`

/** Draws each plot with uPlot; null values are gaps. */
const script = `
for (const box of document.querySelectorAll('[data-plot]')) {
  const plot = plots[box.dataset.plot], isBars = plot.kind === 'bars', count = plot.series.length
  const isTilted = isBars && box.clientWidth / plot.labels.length < 104
  const short = (text) => text.length > 12 ? text.slice(0, 11) + '…' : text
  const label = (at) => Number.isInteger(at) && plot.labels[at] !== undefined ? (isBars ? short(plot.labels[at]) : plot.labels[at].slice(5)) : ''
  const series = plot.series.map(({ name }, at) => ({
    label: name, stroke: colours[at], width: 2, spanGaps: false, value: (_, value) => value == null ? '—' : value.toLocaleString('zh-CN'),
    ...(isBars ? { fill: colours[at] + 'b0', paths: uPlot.paths.bars({ size: [0.8 / count, 48], align: count === 1 ? 0 : at === 0 ? -1 : 1 }), points: { show: false } } : { points: { show: true, size: 5 } }),
  }))
  const options = { width: box.clientWidth, height: 260, padding: [null, isTilted ? 56 : null, null, null], series: [{ label: isBars ? '名称' : '日期', value: (_, at) => at == null ? '—' : plot.labels[at] ?? '' }, ...series],
    scales: { x: { time: false, range: [-0.6, plot.labels.length - 0.4] }, y: { range: (_, low, high) => [0, high > 0 ? high * 1.1 : 1] } },
    axes: [{ values: (_, ats) => ats.map(label), incrs: [1, 2, 5, 7, 14, 30], space: isBars ? 24 : 48, rotate: isTilted ? -40 : 0, size: isTilted ? 84 : 36 }, { size: 64, values: (_, values) => values.map((value) => value.toLocaleString('zh-CN')) }] }
  const chart = new uPlot(options, [plot.labels.map((_, at) => at), ...plot.series.map(({ values }) => values)], box)
  addEventListener('resize', () => chart.setSize({ width: box.clientWidth, height: 260 }))
}`

/** The report 用户行为: one HTML file that needs no network. */
export async function createReportPage(figures: TrackingFigures, query: FiguresQuery): Promise<string> {
  const { sections, overview } = await sectionsOf(figures, query)
  const { asOf, missingDays } = overview
  const state = asOf === null ? '没有已汇总的日期' : `数据截至 ${minuteOf(asOf)}`
  const missing = missingDays.length === 0 ? '' : `<p class="meta">缺少数据的日期：${missingDays.join('、')}</p>`
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>用户行为 ${query.from} 至 ${query.to}</title><style>${libraryFile('uPlot.min.css')}${style}</style></head>
<body><main><h1>用户行为</h1><p class="meta">${query.from} 至 ${query.to} · ${state} · 少于 5 人的分组并入其他</p>${missing}
${sections.map(sectionHtml).join('\n')}</main>
<script>${libraryFile('uPlot.iife.min.js')}</script>
<script>const plots=${scriptJson(sections.map(({ plot }) => plot ?? null))},colours=${scriptJson(colours)}${script}</script></body></html>
`
}
