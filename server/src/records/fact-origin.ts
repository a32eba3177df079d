import { type Fact, facts } from '@baiqicha/contract/company-facts'
import * as z from 'zod/mini'
import type { Origin } from '../domain/company/provenance.ts'
import { memoize } from '../platform/cache.ts'

const originsJson = z.partialRecord(z.enum(facts), z.tuple([z.string(), z.nullable(z.string())]))

/**
 * Origins in `other_origins`: of the facts whose origin is not that of their group, in the order of the facts. Companies of one
 * register share them, so few distinct texts are parsed.
 */
export const readOrigins = memoize((text): ReadonlyMap<Fact, Origin> => {
  const origins = z.parse(originsJson, JSON.parse(text))
  return new Map(
    facts.flatMap((fact): [Fact, Origin][] => {
      const [source, asOf] = origins[fact] ?? []
      return source === undefined ? [] : [[fact, { source, asOf: asOf ?? null }]]
    }),
  )
})

/** Source of a fact of a company: that of the fact if it differs from the one of its group. */
export const originOfFact = (
  { other_origins: others }: { other_origins: string },
  fact: Fact,
  ofGroup: { source: string | null; asOf: string | null },
): { source: Origin['source'] | null; asOf: Origin['asOf'] } => readOrigins(others).get(fact) ?? ofGroup
