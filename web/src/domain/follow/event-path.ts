import type { CompanyEvent } from '@baiqicha/contract/follow'
import { kindTable } from '@baiqicha/contract/records/kind-table'
import { companyPath } from '../company/company-path.ts'
import { recordDetailPath, recordListPath } from '../record/record-paths.ts'

/** The most exact page about an event: the record, the list of its kind, the register entry, or the company. */
export function eventPath({
  kind,
  recordId,
  companyId,
}: Pick<CompanyEvent, 'kind' | 'recordId' | 'companyId'>): string {
  if (kind === 'fact') return `/overview/businessInfo?${new URLSearchParams({ id: companyId }).toString()}`
  const { hasDetail, listedOn } = kindTable[kind]
  if (recordId !== null && hasDetail) return recordDetailPath(kind, recordId, companyId)
  return listedOn === 'page' ? recordListPath(kind, companyId) : companyPath(companyId)
}
