import type { ListedKindKey } from '@baiqicha/contract/records/kind-table'
import type { RecordList, RecordRow, RecordView } from '@baiqicha/contract/records/record'
import { anyRecordListRoute } from '@baiqicha/contract/routes/company-records'
import { useInfiniteQuery } from '@tanstack/react-query'
import { companyParameter } from '../../domain/record/record-paths.ts'
import { apiPages, rowsOfPages } from '../api/api-pages.ts'

/** Filters of a list: its view and values of its facets. */
type RecordNarrowing = { view?: RecordView; [facet: string]: string | undefined }

const companyInput = (key: ListedKindKey, companyId: string) =>
  companyParameter(key) === 'id' ? { id: companyId } : { companyId }

/** Records of a kind of one company, page by page. Never shows rows of another view or company while loading. */
export const useRecordListQuery = (key: ListedKindKey, companyId: string, narrowing: RecordNarrowing = {}) =>
  useInfiniteQuery({
    ...apiPages(
      ['recordList', key, companyId, narrowing],
      anyRecordListRoute(key),
      (page) => ({ ...companyInput(key, companyId), ...narrowing, page }),
      { silent: false },
    ),
    enabled: companyId !== '',
  })

/** Rows of all pages. */
export const recordRowsOf = (pages: readonly RecordList[]): RecordRow[] => rowsOfPages(pages)
