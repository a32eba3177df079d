import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { FORMAT_VERSION } from '../../server/src/search/segment/segment-format.ts'
import { giveUp, keptStore } from './bench-store.ts'
import type { CompanyOrigin } from './company-sources.ts'

/** What building an index took, measured in a process that did nothing else. */
export type BuildFigures = {
  companies: number
  seconds: number
  peakMemoryMib: number
  /** The file and what stands beside it while it is built, at the widest. */
  peakDiskBytes: number
  fileBytes: number
  /** What each thread that answers from it holds of it. */
  residentBytes: number
}

export type IndexStore = { segmentFile: string; figures: BuildFigures }

/** The files that `bench/build-index.ts` leaves in its folder. */
export const indexStoreFiles = (folder: string) => ({
  segment: path.join(folder, 'companies.segment'),
  figures: path.join(folder, 'figures.json'),
})

const program = fileURLToPath(new URL('../build-index.ts', import.meta.url))
/** The limits of the thread that builds in the server (index-follower-thread.ts): a nursery of 8 MiB in three parts. */
const likeTheServer = ['--max-semi-space-size=3', '--max-old-space-size=256']

/** The index over these companies, built in a process of its own and kept. `state`: another one means other companies. */
export async function openIndexStore(name: string, origin: CompanyOrigin, state: string): Promise<IndexStore> {
  const folder = await keptStore({
    name,
    madeFrom: JSON.stringify({ origin, state, FORMAT_VERSION }),
    gibibytes: origin.from === 'store' ? 4 : Math.ceil((origin.count / 1e6) * 2.5),
    build: async (target) => {
      const { status } = spawnSync(process.execPath, [...likeTheServer, program, target, JSON.stringify(origin)], {
        stdio: 'inherit',
      })
      if (status !== 0) giveUp(`The index ${name} could not be built.`)
    },
  })
  const files = indexStoreFiles(folder)
  const figures: BuildFigures = JSON.parse(readFileSync(files.figures, 'utf8'))
  return { segmentFile: files.segment, figures }
}
