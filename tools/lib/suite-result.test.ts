import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { playwrightResult, playwrightTimes } from './suite-result.mjs'

type Status = 'expected' | 'unexpected' | 'flaky' | 'skipped'

const folder = mkdtempSync(join(tmpdir(), 'baiqicha-result-'))
const ended = { code: 0, output: '' }
const page = '# Page snapshot\n\n```yaml\n- button "点此加载"\n```\n'

function journey(title: string, status: Status) {
  const context = join(folder, 'error-context.md')
  writeFileSync(context, page)
  const failure = {
    error: { message: 'Error: not visible\n    at e2e/journeys/a.spec.ts:7:1\n    at node_modules/x.js:1:1' },
    errorLocation: { line: 7 },
    attachments: [{ name: 'error-context', path: context }],
  }
  const results = { expected: [{}], unexpected: [failure], flaky: [failure, {}], skipped: [] }[status]
  return { file: 'a.spec.ts', title, tests: [{ status, results }] }
}

function resultOf(...statuses: Status[]) {
  const file = join(folder, 'report.json')
  const specs = statuses.map((status, index) => journey(`journey ${index}`, status))
  writeFileSync(file, JSON.stringify({ suites: [{ suites: [{ specs }] }] }))
  return playwrightResult(file, ended)
}

test('a failed journey is described by its line, its error and what the page showed', () => {
  const { failed, failures } = resultOf('expected', 'unexpected')
  expect(failed).toBe(1)
  expect(failures).toEqual([
    [
      'a.spec.ts:7 › journey 1',
      'Error: not visible',
      '    at e2e/journeys/a.spec.ts:7:1',
      'page:',
      '- button "点此加载"',
    ].join('\n'),
  ])
})

test('two journeys that pass on their second try are passed and listed', () => {
  const { passed, failed, repeats } = resultOf('flaky', 'expected', 'flaky')
  expect({ passed, failed }).toEqual({ passed: 3, failed: 0 })
  expect(repeats.map((repeat: string) => repeat.split('\n')[0])).toEqual([
    'a.spec.ts:7 › journey 0',
    'a.spec.ts:7 › journey 2',
  ])
})

test('three journeys that pass on their second try are failed', () => {
  const { passed, failed, repeats } = resultOf('flaky', 'flaky', 'flaky', 'expected')
  expect({ passed, failed, repeats }).toEqual({ passed: 1, failed: 3, repeats: [] })
})

test('a skipped journey is failed', () => {
  expect(resultOf('expected', 'skipped')).toMatchObject({ passed: 1, failed: 1 })
})

test('the seconds of a file of journeys are those of all tries of its tests', () => {
  const specs = [
    { file: 'a.spec.ts', tests: [{ results: [{ duration: 1500 }, { duration: 500 }] }] },
    { file: 'b.spec.ts', tests: [{ results: [{ duration: 250 }] }] },
    { file: 'a.spec.ts', tests: [{ results: [{ duration: 1000 }] }] },
  ]
  const file = join(folder, 'times.json')
  writeFileSync(file, JSON.stringify({ suites: [{ suites: [{ specs }] }] }))
  expect(playwrightTimes(file)).toEqual([
    { file: 'a.spec.ts', seconds: 3 },
    { file: 'b.spec.ts', seconds: 0.25 },
  ])
})
