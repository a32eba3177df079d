import type { Handlers } from '../../platform/http/handler.ts'
import { unavailable } from '../../platform/http/refusal.ts'
import { orUnavailable } from '../../search/search-refusal.ts'
import type { DebtorSearchService } from './debtor-search.service.ts'

export function peopleHandlers(debtorSearch: DebtorSearchService): Handlers<'debtorSearch' | 'personDetail'> {
  return {
    debtorSearch: ({ input, session, address }) =>
      orUnavailable(debtorSearch.search({ userId: session.userId, address }, input)),
    personDetail: () => Promise.reject(unavailable()),
  }
}
