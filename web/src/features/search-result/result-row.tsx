import type { SearchHit } from '@baiqicha/contract/company-summary'
import { CompanyHitRow } from '../../domain/company-hit-row.tsx'
import { followNotices } from '../../domain/follow/follow-notices.ts'
import { FollowStar } from '../../domain/follow/follow-star.tsx'
import { useFollowControl } from '../../platform/follow/use-follow-control.ts'

/** Row of a search result, which the user can follow. */
export function ResultRow({ hit, isNamesake }: { hit: SearchHit; isNamesake: boolean }) {
  const control = useFollowControl(hit, followNotices)
  return <CompanyHitRow hit={hit} isNamesake={isNamesake} star={<FollowStar company={hit} control={control} />} />
}
