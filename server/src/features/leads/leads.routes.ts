import { type Handlers } from '../../platform/http/handler.ts'
import { unavailable } from '../../platform/http/refusal.ts'
import { orUnavailable } from '../../search/search-refusal.ts'
import type { LeadsService } from './leads.service.ts'

const notBuilt = () => Promise.reject(unavailable())

export function leadHandlers(
  leads: LeadsService,
): Handlers<'leadSearch' | 'leadDetail' | 'dial' | 'hideNumber' | 'showNumber'> {
  return {
    leadSearch: ({ input, session, address }) => orUnavailable(leads.search(input, { session, address })),
    leadDetail: ({ input, session, address }) => leads.detail(input.id, { session, address }),
    dial: ({ input, session, address }) => leads.dial(input, { session, address }),
    hideNumber: notBuilt,
    showNumber: notBuilt,
  }
}
