import { type Fact, facts } from '@baiqicha/contract/company-facts'
import * as z from 'zod/mini'
import type { Origin } from '../domain/company/provenance.ts'

const originsJson = z.partialRecord(z.enum(facts), z.tuple([z.string(), z.nullable(z.string())]))

/** Source of a fact of a company: that of the fact if it differs from the one of its group. */
export function originOfFact(
  { other_origins: others }: { other_origins: string },
  fact: Fact,
  ofGroup: { source: string | null; asOf: string | null },
): { source: Origin['source'] | null; asOf: Origin['asOf'] } {
  const own = others === '{}' ? undefined : z.parse(originsJson, JSON.parse(others))[fact]
  return own === undefined ? ofGroup : { source: own[0], asOf: own[1] }
}
