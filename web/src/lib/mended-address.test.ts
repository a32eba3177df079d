import { expect, test } from 'vitest'
import { mendedAddress } from './mended-address.ts'

const site = 'https://app.example'

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
