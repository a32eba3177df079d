import './line-chart.css'

type LineChartProps = {
  title: string
  /** Names of the columns, as in 2026-11-23. */
  days: readonly string[]
  /** Text of a column below the chart; absent: month and day. */
  labelOf?: (day: string) => string
  /** null: unknown, a gap in the line. */
  series: readonly { name: string; values: readonly (number | null)[] }[]
}

const WIDTH = 1_000
const HEIGHT = 100

/** 1, 2 or 5 times a power of ten, at least the value. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10)
}

/** Stretches of the line without a gap; a day alone is a short stroke. */
function pathOf(values: readonly (number | null)[], top: number): string {
  const step = WIDTH / Math.max(1, values.length)
  return values
    .map((value, at) => {
      if (value === null) return ''
      const [x, y] = [step * (at + 0.5), HEIGHT - (value / top) * HEIGHT]
      const isFirst = (values[at - 1] ?? null) === null
      const isAlone = isFirst && (values[at + 1] ?? null) === null
      return isAlone ? `M${x - 4} ${y}H${x + 4}` : `${isFirst ? 'M' : 'L'}${x} ${y}`
    })
    .join('')
}

/** Lines over days. The table below the chart has the same values. */
export function LineChart({ title, days, series, labelOf = (day) => day.slice(5) }: LineChartProps) {
  const top = roundUp(Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const shown = [...new Set([0, Math.floor((days.length - 1) / 2), days.length - 1])]
  return (
    <figure className="line-chart" aria-label={`${title}，数值见下表`}>
      <figcaption>
        {series.map(({ name }, at) => (
          <span key={name} className={`line${at + 1}`}>
            {name}
          </span>
        ))}
      </figcaption>
      <div className="line-scale" aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{value.toLocaleString('zh-CN')}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {[0, HEIGHT / 2, HEIGHT].map((y) => (
          <path key={y} className="grid-line" d={`M0 ${y}H${WIDTH}`} />
        ))}
        {series.map(({ name, values }, at) => (
          <path key={name} className={`line${at + 1}`} d={pathOf(values, top)} />
        ))}
      </svg>
      <div className="line-days" aria-hidden="true">
        {shown.map((at) => (
          <span key={at}>{labelOf(days[at] ?? '')}</span>
        ))}
      </div>
    </figure>
  )
}
