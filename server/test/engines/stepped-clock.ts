import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const missing = 'libfaketime is not installed: install the package libfaketime (apt-get install libfaketime).'

const findLibrary = () => globSync('/usr/lib/{*/,}faketime/libfaketime.so.1')[0]

function requireLibrary(): string {
  const found = findLibrary()
  if (found !== undefined) return found
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'libfaketime'], { timeout: 300_000 })
  }
  const installed = findLibrary()
  if (installed === undefined) throw new Error(missing)
  return installed
}

/** The clock of a process, which a test sets while the process runs. */
export type SteppedClock = {
  /** Environment of the process. */
  env: Record<string, string>
  /** Sets the clock this many seconds before (negative) or after the clock of the machine. */
  set(seconds: number): Promise<void>
  remove(): Promise<void>
}

/** Replaces the time of day of a process by libfaketime. Its monotonic clock remains that of the machine. */
export async function createSteppedClock(): Promise<SteppedClock> {
  const library = requireLibrary()
  const home = await mkdtemp(path.join(tmpdir(), 'baiqicha-clock-'))
  const file = path.join(home, 'offset')
  const set = async (seconds: number) => {
    // The process never reads half a line.
    await writeFile(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    await rename(`${file}.new`, file)
  }
  await set(0)
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
    remove: () => rm(home, { recursive: true, force: true }),
  }
}
