import { type Handlers } from '../../platform/http/handler.ts'
import { refuseIfUnavailable } from '../../search/search-refusal.ts'
import type { LeadsService } from './leads.service.ts'

export function leadHandlers(leads: LeadsService): Handlers<'leadSearch' | 'leadDetail' | 'dial'> {
  return {
    leadSearch: ({ input, session, address }) => refuseIfUnavailable(leads.search(input, { session, address })),
    leadDetail: ({ input, session, address }) => leads.detail(input.id, { session, address }),
    dial: ({ input, session, address }) => leads.dial(input, { session, address }),
  }
}
