import type { HoldingNode, StatedHolding, UltimateHolder } from '@baiqicha/contract/ownership'
import { describe, expect, it } from 'vitest'
import { arithmeticText, beneficiariesOf, figureText, remarksOf } from './ultimate-share.ts'

const node = (key: string, kind: HoldingNode['kind'] = 'company'): HoldingNode => ({
  key,
  name: key,
  companyId: kind === 'person' ? null : key,
  kind,
  isAbroad: false,
})
const holding = (holder: string, company: string, share: number | null): StatedHolding => ({
  holder,
  company,
  share,
  basis: '工商登记',
  amount: null,
  isDisputed: false,
  asOf: '2026-09-30',
  sources: [{ sourceId: 's', sourceName: '来源', sourceUrl: null, asOf: '2026-09-30' }],
})
const answer = {
  nodes: [node('戊', 'person'), node('丁', 'person'), node('云岚'), node('基金', 'partnership'), node('本')],
  holdings: [holding('戊', '云岚', 62), holding('云岚', '本', 55), holding('戊', '本', 12), holding('丁', '本', null)],
}
const holder = (of: string, share: number | null, paths: UltimateHolder['paths']): UltimateHolder => ({
  node: of,
  share,
  isPartial: paths.some((path) => path.share === null),
  paths,
  hiddenPaths: 0,
  asOf: '2026-09-30',
})
const indirect = { holdings: [0, 1], share: 34.1 }
const direct = { holdings: [2], share: 12 }
const unknown = { holdings: [3], share: null }

describe('a figure', () => {
  it('has two decimals, and ≥ where a share is not published', () => {
    expect(figureText(holder('戊', 46.1, [indirect, direct]))).toBe('46.10%')
    expect(figureText(holder('戊', 34.1, [indirect, unknown]))).toBe('≥ 34.10%')
    expect(figureText(holder('丁', null, [unknown]))).toBe('未公示')
    expect(figureText(holder('丁', 1e-9, [direct]))).toBe('< 0.01%')
  })

  it('names its paths, the factors of a single one, and what is not published', () => {
    expect(arithmeticText(answer, holder('戊', 46.1, [indirect, direct]))).toBe('经云岚 34.10% ＋ 直接 12%')
    expect(arithmeticText(answer, holder('戊', 34.1, [indirect, unknown]))).toBe('经云岚 62% × 55%，另有份额未公示')
    expect(arithmeticText(answer, holder('丁', null, [unknown]))).toBe('路径上有份额未公示')
  })
})

it('a 受益所有人（疑似） is a person with at least 25 %', () => {
  const holders = [holder('云岚', 55, [direct]), holder('戊', 25, [direct]), holder('丁', 24.99, [direct])]
  expect(beneficiariesOf({ ...answer, holders }).map((one) => one.node)).toEqual(['戊'])
})

it('what reaches no person, circles and impossible sums have a sentence each', () => {
  const company = { id: '本', name: '本', region: null, creditCode: null, isDemo: true }
  const rest = {
    connected: true,
    sources: [],
    holders: [],
    holdersTotal: 0,
    knownShare: 0,
    controller: null,
    parents: [],
    statedControllers: [],
  }
  const remarks = remarksOf({
    ...answer,
    ...rest,
    company,
    unassigned: [
      { node: '基金', share: 10.8 },
      { node: '本', share: 5 },
    ],
    circles: [['云岚', '本'], ['本']],
    overDeclared: [{ node: '云岚', sum: 200 }],
    isPartial: true,
  })
  expect(remarks).toEqual([
    '另 10.80% 经基金，合伙人份额未公示，未分配到人。',
    '另 5.00% 由未公示的股东持有，未分配到人。',
    '循环持股：云岚、本互相持有，只计一次，不绕行。',
    '循环持股：本持有自身股权，未计入。',
    '云岚公示的持股合计 200.00%，超过 100.01%，未用于计算。',
    '路径或记录过多，未全部读取，以上为已知部分。',
  ])
})
