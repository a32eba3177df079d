import { type Handlers } from '../../platform/http/handler.ts'
import { unavailable } from '../../platform/http/refusal.ts'

const notBuilt = () => Promise.reject(unavailable())

export function peopleHandlers(): Handlers<'debtorSearch' | 'personDetail'> {
  return {
    debtorSearch: notBuilt,
    personDetail: notBuilt,
  }
}
