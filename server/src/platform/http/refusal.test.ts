import { describe, expect, it } from 'vitest'
import { Overloaded } from '../admission/admission.ts'
import { noSession, refusalOf } from './refusal.ts'

const withCode = (code: string, message = 'detail') => Object.assign(new Error(message), { code })

describe('an error', () => {
  it.each([
    ['ECONNREFUSED', withCode('ECONNREFUSED')],
    ['a full disk of SQLite', withCode('SQLITE_FULL')],
    ['a failing disk of SQLite', withCode('SQLITE_IOERR_WRITE')],
    ['a full disk of a picture', withCode('ENOSPC')],
    ['a busy SQLite', withCode('SQLITE_BUSY_SNAPSHOT')],
    ['a full disk of PostgreSQL', withCode('53100')],
    ['PostgreSQL shutting down', withCode('57P01')],
    ['a statement timeout', withCode('57014')],
    ['a lost connection', new Error('Connection terminated unexpectedly')],
    ['a pool without connections', new Error('timeout exceeded when trying to connect')],
    ['a query timeout', new Error('Query read timeout')],
    ['a closed SQLite', new TypeError('The database connection is not open')],
    ['a network error as the cause', new Error('login failed', { cause: withCode('ECONNRESET') })],
    ['refused connections to all addresses', new AggregateError([withCode('ECONNREFUSED')], '')],
  ])('of an unavailable database (%s) is answered with 503', (_, error) => {
    expect(refusalOf(error)).toMatchObject({
      refusal: { code: 503, status: 503, retryAfterSeconds: 2 },
      isServerFault: true,
    })
  })

  it.each([withCode('42P01', 'relation "secret" does not exist'), withCode('23505'), new Error('x'), 'text', null])(
    'of an unknown kind is answered with 500 and a fixed sentence',
    (error) => {
      const { refusal, isServerFault } = refusalOf(error)
      expect({ code: refusal.code, status: refusal.status, isServerFault }).toEqual({
        code: 500,
        status: 500,
        isServerFault: true,
      })
      expect(refusal.message).toBe('服务出现问题，请稍后重试')
    },
  )

  it('that is a refusal is sent unchanged, and overload is answered with 503', () => {
    expect(refusalOf(noSession()).refusal).toMatchObject({ code: 403, status: 200 })
    expect(refusalOf(new Overloaded())).toMatchObject({
      refusal: { code: 503, retryAfterSeconds: 1 },
      isServerFault: false,
    })
  })

  it('of a client that goes away is not one of the database', () => {
    const aborted = Object.assign(withCode('ECONNRESET', 'aborted'), { statusCode: 400 })
    expect(refusalOf(aborted)).toMatchObject({ refusal: { code: 400, status: 400 }, isServerFault: false })
  })

  it('of an unreadable request is answered with 400', () => {
    expect(refusalOf(Object.assign(new Error('x'), { statusCode: 413 })).refusal).toMatchObject({
      code: 400,
      status: 400,
    })
  })
})
