type Labels = Record<string, string>
type Kind = 'counter' | 'gauge' | 'histogram'

const escapeLabel = (value: string) =>
  value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))

const labelText = (labels: Labels) => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

export interface Counter {
  add(labels?: Labels): void
}
export interface Histogram {
  /** Seconds. */
  observe(seconds: number, labels?: Labels): void
}

export interface Metrics {
  counter(name: string, help: string): Counter
  /** Read when asked for, so that it costs nothing in between. */
  gauge(name: string, help: string, read: () => { labels?: Labels; value: number }[]): void
  histogram(name: string, help: string, buckets: readonly number[]): Histogram
  /** Everything, in the text format of Prometheus. */
  text(): string
}

type Family = { name: string; kind: Kind; help: string; lines: () => string[] }

/** A registry of its own, small enough to be read. Label values come from closed sets: routes, codes, classes. */
export function createMetrics(): Metrics {
  const families: Family[] = []

  return {
    counter(name, help) {
      const counts = new Map<string, number>()
      families.push({
        name,
        kind: 'counter',
        help,
        lines: () => Array.from(counts, ([labels, count]) => `${name}${labels} ${count}`),
      })
      return {
        add: (labels = {}) => {
          const key = labelText(labels)
          counts.set(key, (counts.get(key) ?? 0) + 1)
        },
      }
    },

    gauge(name, help, read) {
      families.push({
        name,
        kind: 'gauge',
        help,
        lines: () => read().map(({ labels = {}, value }) => `${name}${labelText(labels)} ${value}`),
      })
    },

    histogram(name, help, bounds) {
      const series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>()
      families.push({
        name,
        kind: 'histogram',
        help,
        lines: () =>
          Array.from(series.values()).flatMap(({ labels, counts, sum, count }) => [
            ...bounds.map(
              (le, index) => `${name}_bucket${labelText({ ...labels, le: String(le) })} ${counts[index] ?? 0}`,
            ),
            `${name}_bucket${labelText({ ...labels, le: '+Inf' })} ${count}`,
            `${name}_sum${labelText(labels)} ${sum}`,
            `${name}_count${labelText(labels)} ${count}`,
          ]),
      })
      return {
        observe(seconds, labels = {}) {
          const key = labelText(labels)
          const entry = series.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 }
          series.set(key, entry)
          bounds.forEach((le, index) => {
            if (seconds <= le) entry.counts[index] = (entry.counts[index] ?? 0) + 1
          })
          entry.sum += seconds
          entry.count += 1
        },
      }
    },

    text: () =>
      families
        .flatMap(({ name, kind, help, lines }) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...lines()])
        .join('\n')
        .concat('\n'),
  }
}
