import { expect, test } from 'vitest'
import { shortChangeTitle } from './change-entry.tsx'

test.each([
  ['投资人变更（包括出资额、出资方式、出资日期、投资人名称等）', '投资人变更'],
  ['名称变更（字号名称、集团名称等）变更', '名称变更'],
  ['高级管理人员备案（董事、监事、经理等）', '高级管理人员备案'],
  ['注册资本变更(注册资金、资金数额等变更)', '注册资本变更'],
  ['经营范围变更', '经营范围变更'],
  ['（其他事项）', '（其他事项）'],
  ['投资人变更（未完', '投资人变更（未完'],
])('the short title of %s is %s', (item, short) => {
  expect(shortChangeTitle(item)).toBe(short)
})
