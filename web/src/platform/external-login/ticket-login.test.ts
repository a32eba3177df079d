import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractTicket, mendedAddress } from './ticket-login.ts'

const site = 'https://app.example'
const ticket = 'Tk-0123456789_abcdefghijklmnopqrstuvwxyzABC'

test.each([
  ['before the hash', `/?token=${ticket}#/home`, '/#/home'],
  ['inside the hash', `/#/home?token=${ticket}`, '/#/home'],
  ['without a hash', `/?token=${ticket}`, '/'],
  ['on a route without a slash', `/#home?token=${ticket}`, '/#home'],
  ['after an inner #', `/#/home#part?token=${ticket}`, '/#/home#part'],
  ['with an encoded name', `/#/home?%74oken=${ticket}`, '/#/home'],
  ['twice in one query', `/#/home?token=${ticket}&token=other`, '/#/home'],
  [
    'in the middle',
    `/#/search/result?keyword=%E6%AF%94+a&token=${ticket}&page=2`,
    '/#/search/result?keyword=%E6%AF%94+a&page=2',
  ],
  ['beside a channel', `/?fr=wx01&token=${ticket}#/home?a=1`, '/?fr=wx01#/home?a=1'],
  ['on the assistant’s page', `/#/ai/detail?id=7&token=${ticket}&key=k`, '/#/ai/detail?id=7&key=k'],
])('removes a ticket %s and keeps the rest', (_where, address, rest) => {
  expect(extractTicket(site + address)).toEqual({
    address: site + rest,
    login: { token: ticket, isFirstLogin: false, source: '' },
  })
})

test('removes both of two tickets and uses the one in the route', () => {
  expect(extractTicket(`${site}/?token=first#/home?token=second`)).toMatchObject({
    address: `${site}/#/home`,
    login: { token: 'second' },
  })
})

test('removes the parameters that accompany a ticket', () => {
  expect(extractTicket(`${site}/#/home?token=${ticket}&isFirstLogin=true&source=partner-1&x=1`)).toEqual({
    address: `${site}/#/home?x=1`,
    login: { token: ticket, isFirstLogin: true, source: 'partner-1' },
  })
})

test.each(['/', '/#/home', '/?fr=wx01#/home?isFirstLogin=true', '/#/home?mytoken=1', '/#/token?source=x'])(
  '%s has no ticket and stays unchanged',
  (address) => {
    expect(extractTicket(site + address)).toEqual({ address: site + address, login: null })
  },
)

test.each(['token', 'token=', 'token=%E4%BB%A4%E7%89%8C', 'token=a%0Ab', `token=${'x'.repeat(257)}`])(
  '?%s is no valid ticket and is removed',
  (query) => {
    expect(extractTicket(`${site}/#/home?${query}`)).toMatchObject({
      address: `${site}/#/home`,
      login: { token: '' },
    })
  },
)

test.each(['<b>', 'Partner', `p${'x'.repeat(32)}`])('ignores the invalid source %j', (source) => {
  const { login } = extractTicket(`${site}/#/home?token=${ticket}&source=${encodeURIComponent(source)}`)
  expect(login?.source).toBe('')
})

const join = (head: string, text: string) => (text === '' ? head : `${head}?${text}`)

test('removes every trace of a ticket at any position and keeps the other parameters', () => {
  const pair = fc.tuple(fc.constantFrom('fr', 'keyword', 'id', 'page', 'q'), fc.string({ maxLength: 8 }))
  const query = fc
    .array(pair, { maxLength: 4 })
    .map((pairs) => pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`))
  const shape = fc.record({
    before: query,
    inside: query,
    place: fc.constantFrom('before', 'inside', 'both'),
    at: fc.nat({ max: 4 }),
  })
  fc.assert(
    fc.property(shape, ({ before, inside, place, at }) => {
      const insert = (pairs: string[], isHere: boolean) =>
        (isHere ? [...pairs.slice(0, at), `token=${ticket}`, ...pairs.slice(at)] : pairs).join('&')
      const address = `${join(`${site}/`, insert(before, place !== 'inside'))}#${join('/home', insert(inside, place !== 'before'))}`
      const split = extractTicket(address)
      expect(split.login?.token).toBe(ticket)
      expect(split.address).toBe(`${join(`${site}/`, before.join('&'))}#${join('/home', inside.join('&'))}`)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['/#/home&shareTo=weixin', '/#/home?shareTo=weixin'],
  ['/#/company/detail&id=a&tab=overview', '/#/company/detail?id=a&tab=overview'],
  ['/#/company/detail?id=a&amp;tab=overview', '/#/company/detail?id=a&tab=overview'],
  ['/#/company/detail?id=a?from=groupmessage', '/#/company/detail?id=a&from=groupmessage'],
  ['/#/company/detail&amp;id=a', '/#/company/detail?id=a'],
  ['/#%2Fcompany%2Fdetail?id=a', '/#/company/detail?id=a'],
  ['/#!/home', '/#/home'],
  ['/#/home?', '/#/home'],
  ['/#/home&', '/#/home'],
  ['/%23/home', '/#/home'],
  ['/%23%2Fhome', '/#/home'],
  ['/%23/home&shareTo=weixin', '/#/home?shareTo=weixin'],
  ['/%23/company/detail?id=a&tab=overview', '/#/company/detail?id=a&tab=overview'],
  ['/%23home', '/#/home'],
  ['/%2523/home', '/#/home'],
  ['/home', '/#/home'],
  ['/company/detail?id=a', '/#/company/detail?id=a'],
  ['/nothing/here', '/#/nothing/here'],
  ['/nothing#/home', '/#/home'],
  ['/nothing?from=timeline#/home&a=1', '/?from=timeline#/home?a=1'],
  ['//evil.example/home', '/#/evil.example/home'],
  ['/%23//evil.example', '/#/evil.example'],
])('mends %s to %s', (address, mended) => {
  expect(mendedAddress(site + address)).toBe(site + mended)
})

test.each([
  '/',
  '/?from=singlemessage',
  '/#/home',
  '/index.html#/home',
  '/?from=singlemessage#/home',
  '/#/company/detail?id=a&tab=overview&shareTo=weixin',
  '/#/search/result?keyword=%E4%B8%AD%E5%9B%BD+%26amp%3B%3F&page=2',
  '/#/search/result?keyword=a?b',
  '/#/home#wechat_redirect',
  '/#/user/feedback?number=FB1&text=100%25',
])('leaves %s as it is', (address) => {
  expect(mendedAddress(site + address)).toBe(site + address)
})
