import { assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type DiffPart, diffChange } from './change-diff.ts'

/** Renders parts on one line: [-removed-], {+added+}. */
const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const
const written = (parts: readonly DiffPart[]) =>
  parts.map(({ text, change, marker = '' }) => marks[change].join(text + (marker && `·${marker}`))).join('')

function diff(before: string | null, after: string | null, kind = '其他') {
  const { note, ...sides } = diffChange(before, after, kind)
  return [written(sides.before), written(sides.after), note]
}

describe('texts', () => {
  test.each([
    ['澜山样例商贸有限公司', '澜山演示贸易有限公司', '澜山[-样例商贸-]有限公司', '澜山{+演示贸易+}有限公司'],
    [
      '演示市示例区青石巷 7 号',
      '演示市示例区澜山路 18 号 6 幢 301 室',
      '演示市示例区[-青石巷 7 号-]',
      '演示市示例区{+澜山路 18 号 6 幢 301 室+}',
    ],
    ['日用百货销售。', '日用百货销售；建筑材料销售。', '日用百货销售。', '日用百货销售{+；建筑材料销售+}。'],
  ])('%s → %s marks whole words', (before, after, from, to) => {
    expect(diff(before, after)).toEqual([from, to, null])
  })

  it('shows two unrelated texts as a whole', () => {
    expect(diff('演示类型', '另外一种说法')).toEqual(['[-演示类型-]', '{+另外一种说法+}', null])
  })

  it('marks nothing when both sides are equal', () => {
    expect(diff('演示市', '演示市')).toEqual(['演示市', '演示市', null])
  })

  test.each([
    [null, '备案', '', '{+备案+}'],
    ['备案', null, '[-备案-]', ''],
    ['', '备案', '', '{+备案+}'],
    [null, null, '', ''],
  ])('%j → %j marks one side only', (before, after, from, to) => {
    expect(diff(before, after)).toEqual([from, to, null])
  })

  it('compares long unrelated texts as a whole', () => {
    const [from, to] = diff('甲乙丙丁'.repeat(2_000), '子丑寅卯'.repeat(2_000))
    expect([from?.startsWith('[-'), to?.startsWith('{+')]).toEqual([true, true])
  })
})

describe('lists of people', () => {
  test.each([
    [
      '演示丙 60%；李某 40%',
      '演示丙 60%；演示甲投资合伙企业（有限合伙） 40%',
      '演示丙 60%；[-李某 40%-]',
      '演示丙 60%；{+演示甲投资合伙企业（有限合伙） 40%+}',
    ],
    ['演示甲,演示乙', '演示乙，演示甲、演示丙', '演示甲；演示乙', '演示乙；演示甲；{+演示丙+}'],
    ['演示甲（董事、经理）、演示乙', '演示甲(董事、经理)', '演示甲（董事、经理）；[-演示乙-]', '演示甲(董事、经理)'],
    [
      '演示甲 1,000 万元',
      '演示甲 1,000 万元\n演示乙 20 万元',
      '演示甲 1,000 万元',
      '演示甲 1,000 万元；{+演示乙 20 万元+}',
    ],
    ['演示甲', '演示乙', '[-演示甲-]', '{+演示乙+}'],
  ])('%s → %s are compared as sets', (before, after, from, to) => {
    expect(diff(before, after, '股东')).toEqual([from, to, null])
  })

  it('reads the markers a source puts beside a name', () => {
    expect(diff('演示甲；演示乙[退出]', '演示甲；演示丙【新增】')).toEqual([
      '演示甲；[-演示乙·退出-]',
      '演示甲；{+演示丙·新增+}',
      null,
    ])
  })
})

describe('amounts', () => {
  test.each([
    ['200 万元', '500 万元', '[-200-] 万元', '{+500+} 万元', '增加 300 万元'],
    ['1,000.10万元', '1,000.05万元', '[-1,000.10-]万元', '{+1,000.05+}万元', '减少 0.05 万元'],
    ['人民币500万元', '人民币800万元', '人民币[-500-]万元', '人民币{+800+}万元', '增加 300 万元'],
    ['500万人民币', '600万元', '[-500万人民币-]', '{+600万元+}', '增加 100 万元'],
    ['100 万美元', '700 万元', '[-100 万美元-]', '{+700 万元+}', null],
    ['500.00万元', '500万元', '[-500.00-]万元', '{+500+}万元', null],
  ])('%s → %s states the difference when the units agree', (before, after, from, to, note) => {
    expect(diff(before, after, '资本')).toEqual([from, to, note])
  })
})

test('the parts always add up to both original texts', () => {
  const text = string({
    unit: constantFrom('演', '示', '市', '路', '号', '1', '2', ' ', '（', '）', '、', 'A'),
    maxLength: 40,
  })
  assert(
    property(text, text, (before, after) => {
      const diffed = diffChange(before, after, '地址')
      expect(diffed.before.map((part) => part.text).join('')).toBe(before)
      expect(diffed.after.map((part) => part.text).join('')).toBe(after)
      expect(diffed.before.some(({ change }) => change === 'added')).toBe(false)
      expect(diffed.after.some(({ change }) => change === 'removed')).toBe(false)
    }),
    { numRuns: 300 },
  )
})
