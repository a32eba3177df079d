import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('writes counters, gauges and histograms as Prometheus reads them', () => {
  const metrics = createMetrics()
  const answers = metrics.counter('answers_total', 'Answers.')
  answers.of({ route: 'a"\\\n' }).add()
  answers.of({ route: 'a"\\\n' }).add()
  metrics.gauge('ready', 'Readiness.', () => [{ value: 1 }])
  const latency = metrics.histogram('seconds', 'Latency.', [0.1, 1]).of({})
  latency.observe(0.05)
  latency.observe(0.5)
  latency.observe(5)
  expect(metrics.text()).toBe(
    [
      '# HELP answers_total Answers.',
      '# TYPE answers_total counter',
      'answers_total{route="a\\"\\\\\\n"} 2',
      '# HELP ready Readiness.',
      '# TYPE ready gauge',
      'ready 1',
      '# HELP seconds Latency.',
      '# TYPE seconds histogram',
      'seconds_bucket{le="0.1"} 1',
      'seconds_bucket{le="1"} 2',
      'seconds_bucket{le="+Inf"} 3',
      'seconds_sum 5.55',
      'seconds_count 3',
      '',
    ].join('\n'),
  )
})
