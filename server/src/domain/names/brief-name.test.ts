import { expect, test } from 'vitest'
import { companyBriefName, logoText } from './brief-name.ts'

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

test.each([
  ['澜山市兆云能源股份有限公司', '演示省澜山市', '兆云能源'],
  ['深圳市演示兆云科技有限公司', '广东省深圳市', '演示兆云'],
  ['演示省兆云股份有限公司', null, '兆云'],
  ['江苏兆云集团股份有限公司', '浙江省杭州市', '兆云'],
  ['中国兆云股份有限公司', '北京市', '兆云'],
  ['兆云（厦门）智造股份有限公司', '福建省厦门市', '兆云智造'],
  ['兆云示珠宝股份有限公司', '广东省深圳市', '兆云示'],
  ['兆云', null, '兆云'],
])('the logo of %s in %s starts with the trade name: %s', (name, region, text) => {
  expect(logoText({ name, shortName: null }, region)).toBe(text)
})

test.each([
  ['深圳市燃气集团股份有限公司', '广东省深圳市', '深圳燃气'],
  ['广东省高速公路发展股份有限公司', '广东省广州市', '广东高速'],
  ['青岛啤酒股份有限公司', '山东省青岛市', '青岛啤酒'],
  ['中国石油集团有限公司', '北京市', '中国石油'],
  ['中国烟草总公司', '北京市', '中国烟草'],
  ['中国石油天然气集团有限公司', '北京市', '中国石油'],
])('the logo of %s keeps the region before a mere trade', (name, region, text) => {
  expect(logoText({ name, shortName: null }, region)).toBe(text)
})

test.each([
  ['新城市规划股份有限公司', '新城市规'],
  ['永辉超市股份有限公司', '永辉超市'],
])('%s does not start with a region', (name, text) => {
  expect(logoText({ name, shortName: null }, null)).toBe(text)
})

test.each([
  ['（演示）澜山', '演示澜山'],
  ['TCL演示集团', 'TCL'],
  ['3M演示中国有限公司', '3M演示'],
  ['\u202e澜 山\u200f演示', '澜山演示'],
  ['𠮷野演示商行', '𠮷野演示'],
  ['😀😀', '😀😀'],
  ['澜山演示贸易有限公司', '澜山演示'],
])('draws up to four characters of %j', (name, text) => {
  expect(logoText({ name, shortName: null }, null)).toBe(text)
})

test.each([
  ['宁德时代新能源科技股份有限公司', '宁德时代', '宁德时代'],
  ['中国石油天然气股份有限公司', '中国石油', '中国石油'],
  ['贵州茅台酒股份有限公司', '贵州茅台', '贵州茅台'],
  ['山子高科技股份有限公司', '*ST山子', '山子'],
  ['万科企业股份有限公司', '万 科Ａ', '万科'],
  ['TCL演示科技集团股份有限公司', 'TCL科技', 'TCL'],
  // On its ex-dividend day the exchange cuts a name behind the mark of the day.
  ['兆云建材集团股份有限公司', 'XD兆云建', '兆云建材'],
  ['兆云示医药股份有限公司', 'DR兆云示', '兆云示'],
])('the logo of %s, listed as %s, is %s', (name, shortName, text) => {
  expect(logoText({ name, shortName }, null)).toBe(text)
})
