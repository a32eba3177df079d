import { resultCode } from '@baiqicha/contract/result-codes'
import { Refusal } from '../platform/http/refusal.ts'

/** Event streams that this process sends to one user at once: one per answer and page suffices for every use. */
const MAX_PER_USER = 20
/** A stream whose client is gone ends within this time. */
const RETRY_SECONDS = 5

/** Counts the open event streams of each user. */
export function createOpenStreams() {
  const counts = new Map<string, number>()
  const countOf = (userId: string) => counts.get(userId) ?? 0

  return {
    /** Takes a place of the user. Returns the function that frees the place. @throws Refusal when there is none */
    take(userId: string): () => void {
      if (countOf(userId) >= MAX_PER_USER) throw tooManyStreams()
      counts.set(userId, countOf(userId) + 1)
      let isFree = false
      return () => {
        if (isFree) return
        isFree = true
        if (countOf(userId) === 1) counts.delete(userId)
        else counts.set(userId, countOf(userId) - 1)
      }
    },
  }
}

const tooManyStreams = () =>
  new Refusal({
    code: resultCode.tooManyRequests,
    message: `同时打开的回答已达 ${MAX_PER_USER} 个，请关闭其他页面，或 ${RETRY_SECONDS} 秒后重试`,
    retryAfterSeconds: RETRY_SECONDS,
  })
