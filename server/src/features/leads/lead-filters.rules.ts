import {
  DEFAULT_LEAD_STATUS,
  type LeadFilter,
  type LeadSearchQuery,
  leadFilterKeys,
  leadFilterLevels,
} from '@baiqicha/contract/leads'
import type { CompanyFilters } from '../../search/company-search.ts'

type Filtered = Pick<
  LeadSearchQuery,
  'keyword' | 'region' | 'industry' | 'capital' | 'age' | 'listed' | 'status' | 'contact' | 'staff'
>

/** Filters that a query uses. */
function filtersIn({ keyword, contact, status, ...others }: Filtered): LeadFilter[] {
  const { region, industry, capital, age, listed, staff } = others
  const isUsed: Record<LeadFilter, boolean> = {
    keyword: keyword.trim() !== '',
    region: region !== undefined,
    industry: industry !== undefined,
    status: status !== DEFAULT_LEAD_STATUS,
    mobile: contact === 'mobile',
    landline: contact === 'landline',
    email: contact === 'email',
    age: age !== undefined,
    capital: capital !== undefined,
    staff: staff !== undefined,
    listed: listed !== undefined,
  }
  return leadFilterKeys.filter((filter) => isUsed[filter])
}

/** Filters of a query that only members have. */
export const memberFiltersIn = (query: Filtered): LeadFilter[] =>
  filtersIn(query).filter((filter) => leadFilterLevels[filter] === 'vip')

/** Filters for the index. */
export function indexFiltersOf(query: Filtered): CompanyFilters {
  const { region, industry, capital, age, listed, status, contact, staff } = query
  return {
    ...(status === DEFAULT_LEAD_STATUS ? { activeOrUnstated: true } : { status }),
    ...(region !== undefined && { region }),
    ...(industry !== undefined && { industry }),
    ...(capital !== undefined && { capital }),
    ...(age !== undefined && { age }),
    ...(listed !== undefined && { listed }),
    ...(contact !== undefined && { contact }),
    ...(staff !== undefined && { staff }),
  }
}
