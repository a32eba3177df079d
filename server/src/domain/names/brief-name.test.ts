import { expect, test } from 'vitest'
import { companyBriefName } from './brief-name.ts'

test.each([
  ['松原演示新材料股份有限公司', null, '演示省松原市', '松原演示新材料'],
  ['澜山演示贸易有限公司', null, null, '澜山演示贸易'],
  ['兆云投资控股有限公司', null, '广东省深圳市', '兆云投资控股'],
  ['深圳市兆云科技集团有限公司', null, '广东省深圳市', '兆云科技'],
  ['兆云技术（天津）有限公司', null, '天津市', '兆云技术'],
  ['晨溪演示创业投资合伙企业（有限合伙）', null, null, '晨溪演示创业投资'],
  ['中国兆云集团有限公司', null, '北京市', '兆云'],
  ['中国烟草总公司', null, '北京市', '中国烟草'],
  ['兆云', null, null, '兆云'],
])(
  'the brief name of %s without a stock is its name without region and legal form',
  (name, shortName, region, text) => {
    expect(companyBriefName({ name, shortName }, region)).toBe(text)
  },
)

test.each([
  ['宁德时代新能源科技股份有限公司', '宁德时代', '宁德时代'],
  ['万科企业股份有限公司', '万 科Ａ', '万科A'],
  ['山子高科技股份有限公司', '*ST山子', '*ST山子'],
  ['TCL科技集团股份有限公司', 'TCL科技', 'TCL科技'],
  ['优刻得科技股份有限公司', '优刻得-W', '优刻得-W'],
])('the brief name of %s, listed as %s, is %s', (name, shortName, text) => {
  expect(companyBriefName({ name, shortName }, null)).toBe(text)
})

test.each([
  ['宁夏建材集团股份有限公司', 'XD宁夏建', '宁夏回族自治区银川市', '宁夏建材'],
  ['公牛集团股份有限公司', 'XD公牛集', '浙江省宁波市', '公牛'],
  ['兆云示医药科技股份有限公司', 'DR兆云示', null, '兆云示医药科技'],
  ['兆云能源股份有限公司', 'XR兆云能', null, '兆云能源'],
])('%s, whose listed name %s is cut by the mark of a day, is called by its name', (name, shortName, region, text) => {
  expect(companyBriefName({ name, shortName }, region)).toBe(text)
})
