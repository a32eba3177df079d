type Labels = Record<string, string>
type Kind = 'counter' | 'gauge' | 'histogram'

const escapeLabel = (value: string) =>
  value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))

const labelText = (labels: Labels) => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

/** What is counted under one set of labels: found once, then added to without looking for it. */
export interface Counter {
  of(labels: Labels): { add(): void }
}
export interface Histogram {
  /** Seconds. */
  of(labels: Labels): { observe(seconds: number): void }
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
      const series = new Map<string, { count: number; add(): void }>()
      families.push({
        name,
        kind: 'counter',
        help,
        lines: () => Array.from(series, ([labels, { count }]) => `${name}${labels} ${count}`),
      })
      return {
        of(labels) {
          const key = labelText(labels)
          const entry = series.get(key) ?? {
            count: 0,
            add() {
              this.count += 1
            },
          }
          series.set(key, entry)
          return entry
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
      const series = new Map<string, ReturnType<typeof createSeries>>()
      families.push({
        name,
        kind: 'histogram',
        help,
        lines: () => Array.from(series.values()).flatMap((entry) => entry.lines()),
      })

      function createSeries(labels: Labels) {
        const counts = bounds.map(() => 0)
        let sum = 0
        let count = 0
        return {
          observe(seconds: number) {
            const bucket = bounds.findIndex((bound) => seconds <= bound)
            if (bucket !== -1) counts[bucket] = (counts[bucket] ?? 0) + 1
            sum += seconds
            count += 1
          },
          // In this format each bucket holds all smaller ones.
          lines() {
            let below = 0
            const buckets = bounds.map((le, at) => {
              below += counts[at] ?? 0
              return `${name}_bucket${labelText({ ...labels, le: String(le) })} ${below}`
            })
            return [
              ...buckets,
              `${name}_bucket${labelText({ ...labels, le: '+Inf' })} ${count}`,
              `${name}_sum${labelText(labels)} ${sum}`,
              `${name}_count${labelText(labels)} ${count}`,
            ]
          },
        }
      }

      return {
        of(labels) {
          const key = labelText(labels)
          const entry = series.get(key) ?? createSeries(labels)
          series.set(key, entry)
          return entry
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
