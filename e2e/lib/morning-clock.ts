import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const clockModule = fileURLToPath(new URL('./shifted-clock.mjs', import.meta.url))
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The clock of a server under test: at first the next 08:20 in China, before any briefing is due. `env`: of the server. */
export function createMorningClock() {
  const file = join(tmpdir(), `baiqicha-clock-${process.pid}`)
  const ahead = (DAY + 20 * MINUTE - (Date.now() % DAY)) % DAY
  const set = (milliseconds: number) => writeFileSync(file, String(milliseconds))
  set(ahead)
  return {
    env: { NODE_OPTIONS: `--import=${clockModule}`, CLOCK_FILE: file },
    /** Milliseconds. */
    ahead,
    /** Briefings become due. */
    toHalfPastEight: () => set(ahead + 15 * MINUTE),
  }
}
