import { describe, expect, it } from 'vitest'
import { mailLink, mapLink, phoneLink, webAddress } from './contact-links.ts'

describe('phoneLink', () => {
  it.each([
    ['0990-5550000', 'tel:09905550000'],
    ['(0990) 5550000', 'tel:09905550000'],
    ['+86-990-5550000', 'tel:+869905550000'],
    ['154****0002', null],
    ['详见官网', null],
    ['', null],
  ])('of %j is %j', (phone, link) => {
    expect(phoneLink(phone)).toBe(link)
  })
})

describe('mailLink', () => {
  it.each([
    ['contact@demo-1.example', 'mailto:contact@demo-1.example'],
    ['d***@mail.example', null],
    ['contact@demo-1.example?bcc=other@demo.example', null],
    ['未公示', null],
  ])('of %j is %j', (email, link) => {
    expect(mailLink(email)).toBe(link)
  })
})

it('mapLink encodes the address as one parameter', () => {
  const { host, searchParams } = new URL(mapLink('演示路 1 号&src=other#x'))
  expect([host, searchParams.get('keyword'), searchParams.getAll('src')]).toEqual([
    'uri.amap.com',
    '演示路 1 号&src=other#x',
    ['baiqicha'],
  ])
})

it.each([
  ['www.example.com', 'http://www.example.com/'],
  [' example.com/a?b=1 ', 'http://example.com/a?b=1'],
  ['https://example.com', 'https://example.com/'],
  ['javascript:alert(1)', null],
  ['JaVaScRiPt://example.com/%0aalert(1)', null],
  ['data:text/html,x', null],
  ['//example.com', null],
  ['http://', null],
  ['http://[', null],
  ['演示', null],
  ['www.a.com;www.b.com', null],
  ['', null],
])('%j becomes %j', (text, expected) => {
  expect(webAddress(text)).toBe(expected)
})
