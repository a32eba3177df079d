import {
  alarmLabels,
  loadLabels,
  type OperationPoint,
  type OperationRange,
  type OperationsShown,
  operationRanges,
  smsOutcomeLabels,
} from '@baiqicha/contract/desk/operations'
import { Choices, ErrorLine, Loaded, PageHead, TableHead } from './elements.tsx'
import { addressOf, useAddress, useRead } from './hooks.ts'
import { LineChart } from './line-chart.tsx'
import { minuteText, secondText } from './texts.ts'

const PATH = '/operations'
const LIVE_MS = 10_000
const isRange = (text: string): text is OperationRange => Object.hasOwn(operationRanges, text)
const ranges = Object.keys(operationRanges).filter(isRange)

const numberText = (value: number | null, unit = '') =>
  value === null ? '-' : `${value.toLocaleString('zh-CN', { maximumFractionDigits: 2 })}${unit}`
const mib = (bytes: number) => Math.round(bytes / 2 ** 20)

/** What the processes do: live figures, charts with an equal table, limits, messages. */
export function OperationsPage() {
  const { params } = useAddress()
  const chosen = params.get('range') ?? ''
  const range = isRange(chosen) ? chosen : 'hour'
  const isTable = params.get('view') === 'table'
  const shown = useRead('operations show', { range }, { everyMs: LIVE_MS })
  const at = (more: Record<string, string | null>) =>
    addressOf(PATH, { range, view: isTable ? 'table' : null, ...more })
  return (
    <>
      <PageHead title="运行" note={shown.data && `每 10 秒 · ${secondText(shown.data.at).slice(11)}`}>
        <Choices
          label="期间"
          choices={ranges.map((one) => [operationRanges[one].title, at({ range: one }), one === range])}
        />
        <Choices
          label="图或表"
          choices={[
            ['图', at({ view: null }), !isTable],
            ['表', at({ view: 'table' }), isTable],
          ]}
        />
      </PageHead>
      {/* A keyboard scrolls the region, so it takes the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="scroll" aria-label="运行" tabIndex={0}>
        <Loaded query={shown}>{(data) => <Operations data={data} range={range} isTable={isTable} />}</Loaded>
      </section>
    </>
  )
}

const most = (values: readonly number[]) => (values.length === 0 ? null : Math.max(...values))
const ofLoad = (point: OperationPoint, load: string) => point.loads.find((one) => one.load === load)

type OperationsProps = { data: OperationsShown; range: OperationRange; isTable: boolean }

function Operations({ data, range, isTable }: OperationsProps) {
  const { processes, points, alarms, note } = data
  const sum = (read: (one: OperationsShown['processes'][number]) => number) =>
    processes.reduce((total, one) => total + read(one), 0)
  const newest = points.findLast(({ lagSeconds }) => lagSeconds !== null)
  const tiles = [
    ['请求', `${numberText(sum(({ perSecond }) => perSecond))} 次/秒`],
    ['p99', numberText(most(processes.flatMap(({ p99 }) => p99 ?? [])), ' 毫秒')],
    ['5xx', numberText(newest?.errorPercent ?? null, ' %')],
    ['索引落后', numberText(most(processes.map(({ lagSeconds }) => lagSeconds)), ' 秒')],
    ['排队', numberText(sum(({ waiting }) => waiting))],
    ['内存', `${numberText(mib(sum(({ memory }) => memory)))} MiB`],
    ['会话', numberText(data.sessions)],
  ] as const
  return (
    <>
      {alarms.map(({ key, text }) => (
        <ErrorLine key={key + text} text={`${alarmLabels[key]}：${text}`} />
      ))}
      <dl className="strip">
        {tiles.map(([label, text]) => (
          <div key={label}>
            <dt className="two">{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {note !== null && <p className="section quiet">{note}</p>}
      {note === null && (isTable ? <PointTable points={points} /> : <Charts points={points} range={range} />)}
      <ProcessTable {...data} />
      <LimitTable limits={data.limits} range={range} />
      <MessageTable sms={data.sms} />
    </>
  )
}

const pointTime = (range: OperationRange, at: number) =>
  range === 'month' ? minuteText(at).slice(5, 13) : minuteText(at).slice(11)

function Charts({ points, range }: { points: readonly OperationPoint[]; range: OperationRange }) {
  const times = points.map(({ at }) => pointTime(range, at))
  const loads = [...new Set(points.flatMap((point) => point.loads.map(({ load }) => load)))]
  const lines = (...rows: [string, (point: OperationPoint) => number | null][]) =>
    rows.map(([name, read]) => ({ name, values: points.map(read) }))
  const charts = [
    {
      title: '延迟，毫秒',
      series: lines(['p50', ({ p50 }) => p50], ['p95', ({ p95 }) => p95], ['p99', ({ p99 }) => p99]),
    },
    {
      title: 'p99，毫秒，按负载类',
      series: lines(
        ...loads.map((load): [string, (point: OperationPoint) => number | null] => [
          loadLabels[load] ?? load,
          (point) => ofLoad(point, load)?.p99 ?? null,
        ]),
      ),
    },
    {
      title: '请求，每秒，按负载类',
      series: lines(
        ...loads.map((load): [string, (point: OperationPoint) => number | null] => [
          loadLabels[load] ?? load,
          (point) => (point.lagSeconds === null ? null : (ofLoad(point, load)?.perSecond ?? 0)),
        ]),
      ),
    },
    { title: '5xx，%', series: lines(['5xx', ({ errorPercent }) => errorPercent]) },
    { title: '索引落后，秒', series: lines(['落后', ({ lagSeconds }) => lagSeconds]) },
    { title: '短信成功，%', series: lines(['成功', ({ smsSentPercent }) => smsSentPercent]) },
  ]
  return (
    <div className="charts">
      {charts.map(({ title, series }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <LineChart title={title} days={times} series={series} labelOf={(time) => time} />
        </section>
      ))}
    </div>
  )
}

/** Every value of the charts. */
function PointTable({ points }: { points: readonly OperationPoint[] }) {
  return (
    <table>
      <caption>合计，随后按负载类：次/秒 · p50 / p95 / p99 毫秒</caption>
      <thead>
        <tr>
          <th>时间</th>
          {['次/秒', 'p50', 'p95', 'p99', '5xx %', '索引落后 秒', '段', '排队', '内存 MiB', '短信成功 %'].map(
            (name) => (
              <th key={name} className="num">
                {name}
              </th>
            ),
          )}
          <th>按负载类</th>
        </tr>
      </thead>
      <tbody>
        {points
          .filter(({ lagSeconds }) => lagSeconds !== null)
          .toReversed()
          .map((one) => (
            <tr key={one.at}>
              <td className="fixed">{minuteText(one.at)}</td>
              {[
                one.perSecond,
                one.p50,
                one.p95,
                one.p99,
                one.errorPercent,
                one.lagSeconds,
                one.segments,
                one.waiting,
                one.memory === null ? null : mib(one.memory),
                one.smsSentPercent,
              ].map((value, at) => (
                <td key={at} className="num">
                  {numberText(value)}
                </td>
              ))}
              <td>
                {one.loads.map(({ load, perSecond, p50, p95, p99 }) => (
                  <span key={load} className="two">
                    {loadLabels[load] ?? load} {numberText(perSecond)} · {numberText(p50)} / {numberText(p95)} /{' '}
                    {numberText(p99)}
                  </span>
                ))}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

const ProcessTable = ({ processes, imports }: OperationsShown) => (
  <table>
    <caption>进程与导入</caption>
    <TableHead heads={['进程', '次/秒', 'p99', '索引段', '排队', '内存']} numbers={5} />
    <tbody>
      {processes.map(({ name, isHere, perSecond, p99, segments, waiting, memory }) => (
        <tr key={name}>
          <td>
            {name} {isHere && <span className="tag">本进程</span>}
          </td>
          <td className="num">{numberText(perSecond)}</td>
          <td className="num">{numberText(p99, ' 毫秒')}</td>
          <td className="num">{segments}</td>
          <td className="num">{waiting}</td>
          <td className="num">{mib(memory)} MiB</td>
        </tr>
      ))}
      {imports.map(({ fileName, rowsRead, rowsPerSecond }) => (
        <tr key={fileName}>
          <td>导入 {fileName}</td>
          <td className="num" colSpan={5}>
            {numberText(rowsRead)} 行 · {numberText(rowsPerSecond)} 行/秒
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const LimitTable = ({ limits, range }: Pick<OperationsShown, 'limits'> & { range: OperationRange }) => (
  <table>
    <caption>生效中的限制</caption>
    <TableHead heads={['限制', '规则', `${operationRanges[range].title}拒绝`, '最近一次']} numbers={2} />
    <tbody>
      {limits
        .toSorted((a, b) => b.refused - a.refused)
        .map(({ name, label, rule, refused, lastAt }) => (
          <tr key={name}>
            <td>{label}</td>
            <td>{rule}</td>
            <td className={`num ${refused > 0 ? 'warn' : ''}`}>{numberText(refused)}</td>
            <td className="num">{lastAt === null ? '-' : minuteText(lastAt)}</td>
          </tr>
        ))}
    </tbody>
  </table>
)

const MessageTable = ({ sms }: Pick<OperationsShown, 'sms'>) => (
  <table>
    <caption>短信，按场景</caption>
    <TableHead heads={['场景', smsOutcomeLabels.sent, smsOutcomeLabels.refused, smsOutcomeLabels.failed]} numbers={3} />
    <tbody>
      {sms.length === 0 && (
        <tr>
          <td className="quiet" colSpan={4}>
            该期间没有短信。
          </td>
        </tr>
      )}
      {sms.map(({ scene, sent, refused, failed }) => (
        <tr key={scene}>
          <td>{scene}</td>
          <td className="num">{sent}</td>
          <td className="num">{refused}</td>
          <td className={`num ${failed > 0 ? 'risk' : ''}`}>{failed}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
