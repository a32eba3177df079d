import { describe, expect, it } from 'vitest'
import { createLogger } from '../log/logger.ts'
import { FilesUnavailable } from '../uploads/s3-client.ts'
import { logOutagesOnce } from './storage-unavailable.ts'

const SECOND = 1_000
const MINUTE = 60_000

const full = () => Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })

function open() {
  const clock = { time: 0, now: () => clock.time }
  const lines: string[] = []
  const log = logOutagesOnce(
    createLogger('info', (line) => lines.push(line)),
    clock,
  )
  const failures = () =>
    lines.map((line) => {
      const { event, detail, count }: { event: string; detail?: string; count?: number } = JSON.parse(line)
      return { event, detail, count }
    })
  return { clock, log, lines, failures }
}

describe('the log of an outage', () => {
  it('names the cause once for all requests and jobs that fail', () => {
    const { clock, log, lines, failures } = open()
    for (let at = 0; at < 100; at += 1) {
      clock.time += SECOND
      log.error('request-failed', { route: 'captcha', error: full() })
      log.warn('job-failed', { detail: 'store-views', error: full() })
    }
    expect(failures()).toEqual([{ event: 'storage-unavailable', detail: 'SQLITE_FULL' }])
    expect(lines[0]).toContain('database or disk is full')
    expect(lines[0]).toContain('"level":"error"')
  })

  it('names each cause, also when it is the cause of another error', () => {
    const { log, failures } = open()
    log.error('request-failed', { error: full() })
    log.error('request-failed', {
      error: new Error('not saved', { cause: Object.assign(new Error(''), { code: 'EIO' }) }),
    })
    expect(failures().map(({ detail }) => detail)).toEqual(['SQLITE_FULL', 'EIO'])
  })

  it('names the cause again after a minute without failures', () => {
    const { clock, log, failures } = open()
    log.error('request-failed', { error: full() })
    clock.time += MINUTE + 1
    log.error('request-failed', { error: full() })
    expect(failures()).toHaveLength(2)
  })

  it('repeats the cause every ten minutes with the number of failures between', () => {
    const { clock, log, failures } = open()
    for (let at = 0; at <= 10; at += 1) {
      log.error('request-failed', { error: full() })
      clock.time += MINUTE
    }
    expect(failures().map(({ count }) => count)).toEqual([undefined, 9])
  })

  it('writes nothing about the bucket, whose client logs its outage', () => {
    const { log, failures } = open()
    log.error('request-failed', { error: new FilesUnavailable('object storage: HTTP 503') })
    log.warn('job-failed', { error: new Error('sweep', { cause: new FilesUnavailable('object storage: HTTP 503') }) })
    expect(failures()).toEqual([])
  })

  it('leaves every other line as it is', () => {
    const { log, failures } = open()
    log.error('request-failed', { error: new Error('a defect') })
    log.error('request-failed', { error: new Error('a defect') })
    log.warn('corrections-overdue', { count: 2 })
    log.info('answered')
    expect(failures().map(({ event }) => event)).toEqual([
      'request-failed',
      'request-failed',
      'corrections-overdue',
      'answered',
    ])
  })
})
