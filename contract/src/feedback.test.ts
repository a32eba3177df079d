import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { appendFeedbackBody, countGraphemes, parseFeedbackContact, saveFeedbackBody } from './feedback.ts'

const family = '👨‍👩‍👧‍👦'
const accepts = (deviation: object) =>
  z.safeParse(saveFeedbackBody, { kind: '其他', content: '演示：页面打不开了吗。', ...deviation }).success

describe('the description of feedback', () => {
  it.each([
    ['nine characters', '一二三四五六七八九', false],
    ['ten characters', '一二三四五六七八九十', true],
    ['nine characters and spaces around them', '  一二三四五六七八九  ', false],
    ['ten family emoji', family.repeat(10), true],
    ['500 family emoji', family.repeat(500), true],
    ['501 characters', '一'.repeat(501), false],
    ['one character with ten thousand combining marks', `一二三四五六七八九十${'\u0301'.repeat(10_000)}`, false],
  ])('of %s', (_, content, accepted) => {
    expect(accepts({ content })).toBe(accepted)
  })

  it('may be continued by a short message', () => {
    expect(z.safeParse(appendFeedbackBody, { number: 'FB20261122-7H3KQ2MX', content: '好的' }).success).toBe(true)
    expect(z.safeParse(appendFeedbackBody, { number: 'FB20261122-7H3KQ2MX', content: ' ' }).success).toBe(false)
  })
})

describe('feedback is refused for', () => {
  it.each([
    ['five pictures', { imageIds: ['a', 'b', 'c', 'd', 'e'] }],
    ['the same picture twice', { imageIds: ['a', 'a'] }],
    ['an unknown kind', { kind: '投诉' }],
    ['a contact that is neither number nor address', { contact: '微信：演示' }],
    ['a context of a page', { context: '一'.repeat(301) }],
    ['a number as description', { content: 12_345_678_901 }],
  ])('%s', (_, deviation) => {
    expect(accepts(deviation)).toBe(false)
  })
})

describe('the contact', () => {
  const mobile = `138${'0'.repeat(8)}`
  it.each([
    [` +86 ${mobile}`, mobile],
    ['yanshi@example.com', 'yanshi@example.com'],
    [' Yan.Shi+1@mail.example.com.cn ', 'Yan.Shi+1@mail.example.com.cn'],
    ['yanshi@example', null],
    ['yanshi@@example.com', null],
    ['<b>yanshi@example.com</b>', null],
    ['演示', null],
    ['', null],
    [`${'a'.repeat(100)}@example.com`, null],
    [`a@${'a.'.repeat(3_000)}`, null],
  ])('%j is read as %j', (typed, contact) => {
    expect(parseFeedbackContact(typed)).toBe(contact)
  })
})

it.each([
  ['', 0],
  ['反馈', 2],
  ['👩🏽‍💻', 1],
  ['👨‍👩‍👧‍👦好', 2],
  ['é', 1],
  ['🇨🇳🇨🇳', 2],
  ['\r\n', 1],
  ['𠮷野', 2],
])('counts the characters of %j as a person does', (text, count) => {
  expect(countGraphemes(text)).toBe(count)
})
