import { type Relation, type RelationKind, type RelationLink, relationKinds } from '@baiqicha/contract/ownership'
import { formatPercent } from '../../lib/format.ts'

export type RelationParams = { from: string; to: string; kinds: RelationKind | 'both' }

/** Companies and kinds of step of an address; unknown kinds are both. */
export function readRelationParams(query: URLSearchParams): RelationParams {
  const kinds = relationKinds.find((kind) => kind === query.get('kinds')) ?? 'both'
  return { from: query.get('from') ?? '', to: query.get('to') ?? '', kinds }
}

/** Step from the upper node of a path to the lower one: 持有 60%, 被持有 60%, 任董事长. */
export function stepText({ above, kind, share, offices }: RelationLink, upper: string): string {
  const isDown = above === upper
  if (kind === 'office') {
    const titles = offices.length === 0 ? '职务未公示' : `任${offices.join('、')}`
    return isDown ? titles : `由其${titles}`
  }
  const known = share === null ? '，份额未公示' : ` ${formatPercent(share)}`
  return isDown ? `持有${known}` : `由其持有${known}`
}

/** Sentence for no path. It names the day, the steps and that this is no proof. */
export const noRelationText = ({ asOf, hops }: Pick<Relation, 'asOf' | 'hops'>): string =>
  `${asOf === null ? '' : `截至 ${asOf}，`}在已收录的持股与任职记录中，${hops} 步以内未发现关系（不代表没有）`

const dataNames = { both: '持股与任职', holding: '持股', office: '任职' } as const

/** Sentence for no path where a company has no source: of it nothing is known. */
export function unconnectedText(
  { unconnected, from, to }: Pick<Relation, 'unconnected' | 'from' | 'to'>,
  kinds: RelationParams['kinds'],
): string {
  const names = [from, to].filter(({ id }) => unconnected.includes(id)).map(({ name }) => name)
  return `未接入${names.join('、')}的${dataNames[kinds]}数据，无法判断是否有关系`
}

/** What cut the search, one sentence each. */
export function cutTexts({ hubs, nodes, isPartial }: Pick<Relation, 'hubs' | 'nodes' | 'isPartial'>): string[] {
  const names = hubs.flatMap((hub) => nodes.find(({ key }) => key === hub)?.name ?? [])
  return [
    ...names.map((name) => `${name}：关联过多，未继续展开`),
    ...(isPartial && names.length === 0 ? ['记录过多，未全部读取'] : []),
  ]
}
