import { describe, expect, it } from 'vitest'
import { codesWithin, relaxedKeywords } from './keyword.ts'

describe('the codes within a text', () => {
  it.each([
    ['芯能科技(603105)', ['603105']],
    ['芯能科技（603105）', ['603105']],
    ['$芯能科技(SH603105)$', ['SH603105']],
    ['中联重科 000157', ['000157']],
    ['中联重科000157', ['000157']],
    ['000157中联重科', ['000157']],
    ['002594.SZ 比亚迪', ['SZ002594']],
    ['税号91990001MA0DEM0X19', ['91990001MA0DEM0X19']],
    ['统一社会信用代码：9199 0001 MA0D EM0X 19', ['91990001MA0DEM0X19']],
    ['注册号990001000012345', ['990001000012345']],
  ])('of %s are %j', (text, codes) => {
    expect(codesWithin(text.normalize('NFKC'))).toEqual(codes)
  })

  it.each([
    '比亚迪',
    '603105',
    'SH603105',
    'SZ:000157',
    '91990001MA0DEM0X19',
    '邮编300051',
    '验证码：600519',
    '600519元',
    '2024年600000万元',
    '0.600519',
    '电话0990-8800001',
    '尾号600519',
    'A600519B',
  ])('are none in %s', (text) => {
    expect(codesWithin(text.normalize('NFKC'))).toEqual([])
  })
})

describe('the shorter keywords of a text', () => {
  it.each([
    ['演星湖公司', '演星湖'],
    ['演星湖集团公司官网', '演星湖'],
    ['帮我查下演星湖怎么样啊', '演星湖'],
    ['公司名称：演星湖', '演星湖'],
    ['请问“演星湖”这家公司', '演星湖'],
    ['演星湖的法人是谁', '演星湖'],
    ['演星湖2024年报', '演星湖'],
    ['演星湖（09999.HK）', '演星湖'],
    ['查演星湖', '演星湖'],
    ['演星湖公司北京办公室', '演星湖'],
    ['Yanshi Group official website', 'Yanshi'],
  ])('of %s contain %s', (text, name) => {
    expect(relaxedKeywords(text)).toContain(name)
  })

  it('leave out one word after the other, so that the longest name is tried first', () => {
    expect(relaxedKeywords('演示集团公司官网')).toEqual(['演示集团公司', '演示集团', '演示'])
    expect(relaxedKeywords('美的的电话')).toEqual(['美的的', '美的'])
  })

  it.each(['演星湖', '公司', '集团公司官网', '电话', '怎么样', '股票代码', '', '😀'])('are none of %j', (text) => {
    expect(relaxedKeywords(text)).toEqual([])
  })

  it('are few, however long the text is', () => {
    expect(relaxedKeywords(`演示${'公司官网电话'.repeat(50)}`).length).toBeLessThanOrEqual(16)
  })
})
