import { setTimeout as wait } from 'node:timers/promises'
import { API_BASE, routes, TOKEN_HEADER } from '@baiqicha/contract/routes'
import type { Database } from '../../src/platform/database/database.ts'

/** Where a writer may send its requests. Read before each request, so that a test replaces a process that ended. */
export type Origins = () => readonly string[]

/** Writes of a load: those a server acknowledged, how requests ended, and the longest answer in milliseconds. */
export type WriteLog = {
  acknowledged: string[]
  outcomes: Map<string, number>
  slowestMs: number
}

export type WriteLoad = ReturnType<typeof startWriters>

/** A client of ours gives up later than the server answers (3 s). */
const CLIENT_TIMEOUT_MS = 6_000
const RETRY_MS = 20

/** One writer per token, so that writers do not wait for the limits of one user. */
type Options = { origins: Origins; tokens: readonly string[]; label: string }

/**
 * Writers that store feedback as fast as one server after another answers, each with one request at a time. A request that
 * fails, or gets no answer, is followed by one with another text: so a text counts only if its own request was acknowledged.
 */
export function startWriters({ origins, tokens, label }: Options) {
  const log: WriteLog = { acknowledged: [], outcomes: new Map(), slowestMs: 0 }
  const stopping = new AbortController()
  let sent = 0
  const waiters = new Set<() => void>()

  const write = async (token: string) => {
    while (!stopping.signal.aborted) {
      sent += 1
      const content = `演示：${label}，第 ${sent} 次写入`
      const all = origins()
      const origin = all[sent % all.length] ?? ''
      const startedAt = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- one request at a time per writer
      const outcome = await save(origin, token, content)
      if (outcome !== 'no connection') log.slowestMs = Math.max(log.slowestMs, performance.now() - startedAt)
      log.outcomes.set(outcome, (log.outcomes.get(outcome) ?? 0) + 1)
      if (outcome === 'acknowledged') log.acknowledged.push(content)
      // oxlint-disable-next-line no-await-in-loop -- a refused writer does not spin
      else await wait(RETRY_MS)
      for (const check of waiters) check()
    }
  }
  const running = tokens.map(write)

  return {
    log,
    /** Resolves once this many writes have been acknowledged since the call. */
    acknowledge(count: number): Promise<void> {
      const wanted = log.acknowledged.length + count
      return new Promise((resolve) => {
        const check = () => {
          if (log.acknowledged.length < wanted) return
          waiters.delete(check)
          resolve()
        }
        waiters.add(check)
        check()
      })
    },
    /** Resolves when all writers have ended. */
    async stop(): Promise<WriteLog> {
      stopping.abort()
      await Promise.all(running)
      return log
    },
  }
}

/** How one write ended: 'acknowledged', 'no connection', 'cut', or `<status>/<code>`. */
async function save(origin: string, token: string, content: string): Promise<string> {
  const { path, method } = routes.saveFeedback
  let response: Response
  try {
    response = await fetch(`${origin}${API_BASE}${path}`, {
      method,
      headers: { [TOKEN_HEADER]: token, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: '功能异常', content }),
      signal: AbortSignal.timeout(CLIENT_TIMEOUT_MS),
    })
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'no answer' : 'no connection'
  }
  try {
    const { code }: { code: number } = JSON.parse(await response.text())
    return code === 0 ? 'acknowledged' : `${response.status}/${code}`
  } catch {
    return 'cut'
  }
}

/** Acknowledged writes that the database does not contain. */
export async function lostWrites(db: Database, log: WriteLog): Promise<string[]> {
  return missingWrites(await db.selectFrom('feedback').select('content').execute(), log)
}

/** Acknowledged writes that are not among the rows of feedback. */
export function missingWrites(rows: readonly { content: string }[], { acknowledged }: WriteLog): string[] {
  const stored = new Set(rows.map(({ content }) => content))
  return acknowledged.filter((content) => !stored.has(content))
}
