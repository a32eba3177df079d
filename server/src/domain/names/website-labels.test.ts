import { expect, test } from 'vitest'
import { websiteLabels } from './website-labels.ts'

test.each([
  ['https://www.catlbattery.com/zh', ['catlbattery', 'catl']],
  ['www.byd.com.cn', ['byd']],
  ['sf-express.com', ['sf-express', 'sf']],
  ['www.600519.com', []],
  ['', []],
  [null, []],
])('the labels of %j', (website, labels) => expect(websiteLabels(website)).toEqual(labels))
