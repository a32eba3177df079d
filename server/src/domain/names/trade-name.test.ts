import { expect, test } from 'vitest'
import { englishCore, listedShortCore, tradeName, websiteLabels } from './trade-name.ts'

test.each([
  ['演示科技', '演示'],
  ['演示新能源科技', '演示'],
  ['演示汽车零部件制造', '演示'],
  ['科技', '科技'],
  ['演示', '演示'],
])('the trade name of %s is %s', (core, name) => {
  expect(tradeName(core)).toBe(name)
})

test.each([
  ['演示a', '演示'],
  ['*st演示', '演示'],
  ['st演示b', '演示'],
  ['演示-u', '演示'],
  ['n演示', '演示'],
  ['tcl演示', 'tcl演示'],
  ['演示', '演示'],
])('the core of the stock name %s is %s', (key, core) => {
  expect(listedShortCore(key)).toBe(core)
})

test.each([
  ['Yanshi Star Lake Co., Ltd.', 'yanshistarlake'],
  ['YANSHI GROUP HOLDINGS LIMITED', 'yanshi'],
  ['Co., Ltd.', ''],
])('%s is %s without its business form', (name, core) => {
  expect(englishCore(name)).toBe(core)
})

test.each([
  ['https://www.catlbattery.com/zh', ['catlbattery', 'catl']],
  ['www.byd.com.cn', ['byd']],
  ['sf-express.com', ['sf-express', 'sf']],
  ['www.600519.com', []],
  ['', []],
  [null, []],
])('the labels of %j', (website, labels) => expect(websiteLabels(website)).toEqual(labels))
