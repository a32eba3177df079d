import type { RouteKey } from '@baiqicha/contract/routes'
import { type Answer, fieldOf, type ServerProcess } from './server-process.ts'

/** How a search was answered. `none` is what no fault may lead to: no rows, and nothing that says that some are missing. */
export type SearchAnswerKind = 'whole' | 'partial' | 'unavailable' | 'none' | 'wrong'

/** Calls a server, and remembers the longest time until an answer. */
export function createMeasuredCalls(server: ServerProcess, token: string) {
  let slowestMs = 0

  async function measured<T>(answering: Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const answer = await answering
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    return answer
  }
  const call = (key: RouteKey, input: Record<string, unknown> = {}) => measured(server.call(key, input, token))

  return {
    call,
    upload: (picture: Buffer) => measured(server.upload(picture, token)),
    /** The status of a page without an envelope. */
    status: async (path: string) => (await measured(server.fetch(path))).status,
    /** Searches, or suggests, and says how it was answered. `wanted` is a name that even a partial answer contains. */
    async search(key: 'companySearch' | 'companySuggest', input: Record<string, unknown>, wanted: string) {
      return kindOf(await call(key, input), wanted)
    },
    slowestMs: () => Math.round(slowestMs),
  }
}

function kindOf({ status, retryAfter, data }: Answer, wanted: string): SearchAnswerKind {
  if (status === 503) return retryAfter === null ? 'wrong' : 'unavailable'
  if (status !== 200) return 'wrong'
  const isFound = JSON.stringify(data).includes(wanted)
  if (fieldOf(data, 'partial') === true) return isFound ? 'partial' : 'wrong'
  return isFound ? 'whole' : 'none'
}
