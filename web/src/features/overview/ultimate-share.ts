import {
  BENEFICIARY_FROM,
  type HoldingNode,
  type StatedHolding,
  type UltimateHolder,
  type UltimateHolders,
} from '@baiqicha/contract/ownership'
import { formatPercent, joinStated } from '../../lib/format.ts'

type Answer = Pick<UltimateHolders, 'nodes' | 'holdings'>

/** Two decimals, so that figures add up by eye: 46.10%. A share below 0.01% is said to be. */
export function exactShare(share: number): string {
  if (share > 0 && share < 0.005) return '< 0.01%'
  return `${share.toFixed(2)}%`
}

/** Figure of a holder: ≥ where it is the known part. */
export function figureText({ share, isPartial }: Pick<UltimateHolder, 'share' | 'isPartial'>): string {
  if (share === null) return '未公示'
  return isPartial ? `≥ ${exactShare(share)}` : exactShare(share)
}

export const kindLabels: Readonly<Record<HoldingNode['kind'], string>> = {
  person: '自然人',
  partnership: '合伙企业',
  company: '企业',
  other: '机构',
}

export const nodeOf = ({ nodes }: Pick<Answer, 'nodes'>, key: string): HoldingNode | undefined =>
  nodes.find((node) => node.key === key)
export const nameOf = (answer: Pick<Answer, 'nodes'>, key: string): string => nodeOf(answer, key)?.name ?? '-'

/** Holdings of a path, the holder's own first. */
export const stepsOf = ({ holdings }: Pick<Answer, 'holdings'>, places: readonly number[]): StatedHolding[] =>
  places.flatMap((place) => holdings[place] ?? [])

/** 62% × 55%; null for a direct share, and where a share is not published. */
export function productText(steps: readonly StatedHolding[]): string | null {
  const shares = steps.map(({ share }) => share).filter((share) => share !== null)
  return steps.length < 2 || shares.length < steps.length ? null : shares.map(formatPercent).join(' × ')
}

/** Shares of the direct path and of all others. */
export function sharesByWay({ paths }: Pick<UltimateHolder, 'paths'>): { direct: number; indirect: number } {
  const sum = (isDirect: boolean) =>
    paths
      .filter(({ holdings }) => (holdings.length === 1) === isDirect)
      .reduce((total, path) => total + (path.share ?? 0), 0)
  return { direct: sum(true), indirect: sum(false) }
}

/** More paths are counted, not written out. */
const MOST_TERMS = 3

/** Arithmetic of a holder in words: 直接 12% ＋ 经云岚演示控股有限公司 34.10%. */
export function arithmeticText(answer: Answer, { paths, hiddenPaths }: UltimateHolder): string {
  const known = paths.filter(({ share }) => share !== null)
  const unknown = known.length < paths.length ? '另有份额未公示' : null
  if (known.length === 0) return '路径上有份额未公示'
  if (known.length > MOST_TERMS || hiddenPaths > 0) {
    return joinStated([`${known.length + hiddenPaths} 条路径合计`, unknown], '，')
  }
  const terms = known.map(({ holdings, share }) => {
    const steps = stepsOf(answer, holdings)
    const [first] = steps
    if (steps.length < 2 || first === undefined) return `直接 ${formatPercent(share)}`
    const through = nameOf(answer, first.company)
    const via = steps.length === 2 ? `经${through}` : `经${through}等 ${steps.length - 1} 家`
    return `${via} ${known.length === 1 ? (productText(steps) ?? '') : exactShare(share ?? 0)}`
  })
  return joinStated([terms.join(' ＋ '), unknown], '，')
}

/** Persons with at least 25 % by the same arithmetic. */
export const beneficiariesOf = (answer: Answer & Pick<UltimateHolders, 'holders'>): UltimateHolder[] =>
  answer.holders.filter(
    ({ node, share }) => nodeOf(answer, node)?.kind === 'person' && share !== null && share >= BENEFICIARY_FROM,
  )

/** Sources of some holdings, each once with its newest date. */
export function sourcesOfSteps(steps: readonly StatedHolding[]): StatedHolding['sources'] {
  const newestFirst = steps
    .flatMap(({ sources }) => sources)
    .toSorted((a, b) => (b.asOf ?? '').localeCompare(a.asOf ?? ''))
  return newestFirst.filter(
    (source, at) => newestFirst.findIndex(({ sourceId }) => sourceId === source.sourceId) === at,
  )
}

function hasNamesakes({ holders, ...answer }: Pick<UltimateHolders, 'holders' | 'nodes'>): boolean {
  const names = holders.map(({ node }) => nameOf(answer, node))
  return new Set(names).size < names.length
}

/** What the published shares leave open, one sentence each. */
export function remarksOf({
  unassigned,
  circles,
  overDeclared,
  isPartial,
  company,
  ...answer
}: UltimateHolders): string[] {
  return [
    ...unassigned.map(({ node, share }) =>
      node === company.id
        ? `另 ${exactShare(share)} 由未公示的股东持有，未分配到人。`
        : `另 ${exactShare(share)} 经${nameOf(answer, node)}，${
            nodeOf(answer, node)?.kind === 'partnership' ? '合伙人份额' : '其余股东份额'
          }未公示，未分配到人。`,
    ),
    ...circles.map((circle) =>
      circle.length === 1
        ? `循环持股：${nameOf(answer, circle[0] ?? '')}持有自身股权，未计入。`
        : `循环持股：${circle.map((key) => nameOf(answer, key)).join('、')}互相持有，只计一次，不绕行。`,
    ),
    ...overDeclared.map(
      ({ node, sum }) => `${nameOf(answer, node)}公示的持股合计 ${exactShare(sum)}，超过 100.01%，未用于计算。`,
    ),
    ...(hasNamesakes(answer) ? ['同名的人分别列出：来源未写明为同一人。'] : []),
    ...(isPartial ? ['路径或记录过多，未全部读取，以上为已知部分。'] : []),
  ]
}
