import type { Handlers } from '../../platform/http/handler.ts'
import { refuseIfUnavailable } from '../../search/company-search.ts'
import type { DebtorSearchService } from './debtor-search.service.ts'
import type { PersonDetailService } from './person-detail.service.ts'

type PeopleDeps = { debtorSearch: DebtorSearchService; personDetails: PersonDetailService }

export function peopleHandlers({ debtorSearch, personDetails }: PeopleDeps) {
  return {
    debtorSearch: ({ input, session, address }) =>
      refuseIfUnavailable(debtorSearch.search({ userId: session.userId, address }, input)),
    personDetail: ({ input, session, address }) => personDetails.find({ userId: session.userId, address }, input),
  } satisfies Partial<Handlers>
}
