import { type Handlers } from '../../platform/http/handler.ts'
import { unavailable } from '../../platform/http/refusal.ts'

const notBuilt = () => Promise.reject(unavailable())

export function leadHandlers(): Handlers<'leadSearch' | 'leadDetail' | 'dial'> {
  return {
    leadSearch: notBuilt,
    leadDetail: notBuilt,
    dial: notBuilt,
  }
}
