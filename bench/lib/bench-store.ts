import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Ends the bench with a sentence: what is missing on this machine, not what is wrong in the code. */
export function giveUp(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

const GIB = 2 ** 30

/** Where the benches keep what is costly to build; DATA_DIR is the server's own variable. */
export const benchFolder = () => path.join(path.resolve(process.env['DATA_DIR']?.trim() || './var'), 'bench')

const stampName = 'made-from.txt'

type StoreRequest = {
  name: string
  /** What it is made from; another text and it is made again. */
  madeFrom: string
  /** Free disk that building it takes, at its widest. */
  gibibytes: number
  build: (folder: string) => Promise<void>
}

/** A folder under `DATA_DIR/bench` that is built once and kept while what it is made from stays the same. */
export async function keptStore({ name, madeFrom, gibibytes, build }: StoreRequest): Promise<string> {
  const folder = path.join(benchFolder(), name)
  const stamp = path.join(folder, stampName)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeFrom) {
    console.log(`${folder}: kept from an earlier run`)
    return folder
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { bavail, bsize } = statfsSync(folder)
  const free = (bavail * bsize) / GIB
  if (free < gibibytes) {
    giveUp(
      `${folder} needs ${gibibytes} GiB of free disk, and there are ${free.toFixed(1)}: free some or set DATA_DIR.`,
    )
  }
  console.log(`${folder}: building`)
  const startedAt = performance.now()
  await build(folder)
  // Written last: a store that was left half built has none, and is built again.
  writeFileSync(stamp, madeFrom)
  console.log(`${folder}: built in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  return folder
}

export const contentHash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** What a kept store says it was made from. */
export const storeState = (folder: string) => readFileSync(path.join(folder, stampName), 'utf8')
