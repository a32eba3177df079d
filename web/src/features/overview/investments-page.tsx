import { recordKinds } from '@baiqicha/contract/records/kinds'
import { FacetRow } from '../../domain/record/facet-row.tsx'
import { readRecordListParams } from '../../domain/record/record-list-params.ts'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { InvestmentRow } from './investment-row.tsx'
import { OverviewListScreen } from './overview-list-screen.tsx'

const kind = recordKinds.overseasInvest

/** `/overview/overseasInvest?id`: 对外投资, domestic and foreign. */
export function InvestmentsPage() {
  const { search } = usePageLocation()
  const params = readRecordListParams(kind, search)
  return (
    <OverviewListScreen
      kind={kind}
      params={params}
      renderFilters={({ facets, total }, onChange) => (
        <FacetRow facets={facets} total={total} chosen={params.facets} onChange={onChange} />
      )}
    >
      {(row) => <InvestmentRow record={row} companyId={params.companyId} />}
    </OverviewListScreen>
  )
}
