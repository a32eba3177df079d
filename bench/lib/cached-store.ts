import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { giveUp } from './report.ts'

const GIB = 2 ** 30

/** Folder of everything that a bench stores; `DATA_DIR` is the variable of the server. */
const benchFolder = () => path.join(path.resolve(process.env['DATA_DIR']?.trim() || './var'), 'bench')

const stampName = 'made-from.txt'

function makeFolder(name: string, gibibytes: number): string {
  const folder = path.join(benchFolder(), name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { bavail, bsize } = statfsSync(folder)
  const free = (bavail * bsize) / GIB
  if (free < gibibytes) giveUp(`${folder} needs ${gibibytes} GiB of free disk, and has ${free.toFixed(1)}.`)
  return folder
}

type StoreRequest = {
  name: string
  /** What the store is made from; another text means that it is built again. */
  madeFrom: string
  /** Largest disk space in use while it is built. */
  gibibytes: number
  build: (folder: string) => Promise<void>
}

/** A folder under `DATA_DIR/bench` that is built once and reused as long as `madeFrom` stays the same. */
export async function openCachedStore({ name, madeFrom, gibibytes, build }: StoreRequest): Promise<string> {
  const stamp = path.join(benchFolder(), name, stampName)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeFrom) return path.dirname(stamp)
  const folder = makeFolder(name, gibibytes)
  console.log(`${folder}: building`)
  await build(folder)
  // Written last: an interrupted build leaves no stamp and is repeated.
  writeFileSync(stamp, madeFrom)
  return folder
}

/** Runs with an empty folder under `DATA_DIR/bench` and removes it afterwards. */
export async function withEmptyFolder<T>(name: string, gibibytes: number, run: (folder: string) => Promise<T>) {
  const folder = makeFolder(name, gibibytes)
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The text a cached store was made from. */
export const storeState = (folder: string) => readFileSync(path.join(folder, stampName), 'utf8')

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** A text that changes with the contents of these files and of the files directly in these folders of `server/src`. */
export function contentsOf(files: readonly string[], folders: readonly string[]): string {
  const inFolders = folders.flatMap((folder) => {
    const whole = fileURLToPath(new URL(`../../server/src/${folder}/`, import.meta.url))
    const entries = readdirSync(whole, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
    return entries.map((entry) => path.join(entry.parentPath, entry.name)).sort()
  })
  return [...files, ...inFolders].map(hashOf).join(' ')
}
