import { type Refusal, unavailable } from '../platform/http/refusal.ts'
import { SearchUnavailable } from './company-search.ts'

const refusalOf = ({ reason, retryAfterSeconds }: SearchUnavailable): Refusal =>
  unavailable(reason === 'preparing' ? '索引准备中，请稍后重试' : '当前搜索人数较多，请稍后重试', retryAfterSeconds)

/** Turns an unavailable index into HTTP 503, so that it is never mistaken for an empty result. */
export async function refuseIfUnavailable<T>(response: Promise<T>): Promise<T> {
  try {
    return await response
  } catch (error) {
    throw error instanceof SearchUnavailable ? refusalOf(error) : error
  }
}
