import type { SearchHit } from '@baiqicha/contract/company-summary'
import { memo } from 'react'
import { CompanyHitRow } from '../../domain/company/company-hit-row.tsx'
import { followNotices } from '../../domain/follow/follow-notices.ts'
import { FollowStar } from '../../domain/follow/follow-star.tsx'
import { useFollowControl } from '../../platform/follow/use-follow-control.ts'

type Props = { hit: SearchHit; isNamesake: boolean }

/** Row of a search result, which the user can follow. A page that joins the list does not render the rows before it. */
export const ResultRow = memo(function ResultRow({ hit, isNamesake }: Props) {
  const control = useFollowControl(hit, followNotices)
  return <CompanyHitRow hit={hit} isNamesake={isNamesake} star={<FollowStar company={hit} control={control} />} />
})
