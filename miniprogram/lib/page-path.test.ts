import { describe, expect, it } from 'vitest'
import { decodeOption, pathOfUrl, readPath, withParameters } from './page-path'
import { ORIGIN } from './settings'

describe('the path of a page', () => {
  it.each(['/', '/#/', '/#/company/detail?id=c-1&tab=risk', '/#/login', '/#/search/result?keyword=%E6%BC%94'])(
    '%s is opened',
    (path) => expect(readPath(path)).toBe(path),
  )

  it.each([
    ['no leading slash', 'company'],
    ['a foreign host', '//evil.example/'],
    ['a foreign host in the hash', '/#//evil.example'],
    ['a full address', 'https://evil.example/'],
    ['a backslash', '/\\evil.example'],
    ['an at sign', '/@evil.example'],
    ['a dot segment', '/../x'],
    ['a token', '/#/?token=abc'],
    ['a parameter that no page has', '/#/?next=x'],
    ['a space', '/a b'],
    ['too long a text', `/${'a'.repeat(2000)}`],
    ['nothing', undefined],
  ])('with %s is Home', (_, path) => expect(readPath(path)).toBe('/'))

  it('is decoded once, and a malformed option is none', () => {
    expect([decodeOption('%2F%23%2Flogin'), decodeOption('%')]).toEqual(['/#/login', undefined])
  })

  it('of an address is only that of our own origin', () => {
    expect(pathOfUrl(`${ORIGIN}/#/login`)).toBe('/#/login')
    expect(pathOfUrl(`${ORIGIN}.evil.example/`)).toBeNull()
  })

  it('gets further parameters after its own', () => {
    expect(withParameters('/#/a?id=1', { fr: 'x', token: '' })).toBe('/#/a?id=1&fr=x')
  })
})
