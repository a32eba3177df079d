import * as z from 'zod/mini'
import { type Clock, DAY_MS } from '../../domain/clock.ts'

const TIMEOUT_MS = 1_500
const MAX_BYTES = 1024 * 1024

/** The answer of the address, which may be the newest release at a forge. */
const releaseSchema = z.object({
  version: z.optional(z.string()),
  tag_name: z.optional(z.string()),
})

export type NewestRelease =
  | { type: 'unset' }
  | { type: 'failed' }
  /** `isNewer`: than the one that runs. */
  | { type: 'found'; version: string; isNewer: boolean }

const partsOf = (version: string) => /^v?(\d+)\.(\d+)\.(\d+)$/.exec(version.trim())?.slice(1).map(Number) ?? null

/** Whether a version comes after another one. */
function isLater(version: readonly number[], other: readonly number[]): boolean {
  const at = version.findIndex((part, index) => part !== other[index])
  return at >= 0 && (version[at] ?? 0) > (other[at] ?? 0)
}

type UpdateCheckDeps = {
  /** Undefined: nothing is asked. */
  url: string | undefined
  /** The version that runs. */
  version: string
  clock: Clock
  fetch?: typeof fetch
}

/** Asks the address that the operator sets for the newest release, at most once a day. */
export function createUpdateCheck({ url, version, clock, fetch: request = fetch }: UpdateCheckDeps) {
  let last: { at: number; answer: Promise<NewestRelease> } | null = null

  async function ask(address: string): Promise<NewestRelease> {
    try {
      const response = await request(address, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await response.text()
      if (!response.ok || text.length > MAX_BYTES) return { type: 'failed' }
      const release = z.parse(releaseSchema, JSON.parse(text))
      const [newest, own] = [partsOf(release.version ?? release.tag_name ?? ''), partsOf(version)]
      if (newest === null || own === null) return { type: 'failed' }
      return { type: 'found', version: newest.join('.'), isNewer: isLater(newest, own) }
    } catch {
      return { type: 'failed' }
    }
  }

  return {
    async find(): Promise<NewestRelease> {
      if (url === undefined) return { type: 'unset' }
      if (last === null || clock.now() - last.at >= DAY_MS) last = { at: clock.now(), answer: ask(url) }
      return last.answer
    },
  }
}
