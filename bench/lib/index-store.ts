import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { FORMAT_VERSION } from '../../server/src/search/segment/segment-format.ts'
import type { CompanyOrigin, Sample } from './generated-companies.ts'
import { giveUp } from './report.ts'
import { openCachedStore } from './stores.ts'

/** Cost of building an index, measured in a process of its own. */
export type BuildFigures = { companies: number; seconds: number; peakMib: number; fileBytes: number }

export type IndexStore = { file: string; figures: BuildFigures; sample: Sample }

/** Files that `bench/build-index.ts` writes. */
export const indexFiles = (folder: string) => ({
  index: path.join(folder, 'companies.segment'),
  figures: path.join(folder, 'figures.json'),
  sample: path.join(folder, 'sample.json'),
})

const program = fileURLToPath(new URL('../build-index.ts', import.meta.url))
/** The heap limits of the server's thread that builds (index-follower-thread.ts). */
const heapLimits = ['--max-semi-space-size=3', '--max-old-space-size=256']

/** The index over these companies and a sample of them. `state` changes with the companies. */
export async function openIndexStore(name: string, origin: CompanyOrigin, state: string): Promise<IndexStore> {
  const folder = await openCachedStore({
    name,
    madeFrom: JSON.stringify({ origin, state, FORMAT_VERSION }),
    gibibytes: origin.from === 'store' ? 4 : Math.ceil((origin.count / 1e6) * 2.5),
    build: async (target) => {
      const words = [...heapLimits, program, target, JSON.stringify(origin)]
      const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' })
      if (status !== 0) giveUp(`The index ${name} could not be built.`)
    },
  })
  const files = indexFiles(folder)
  const figures: BuildFigures = JSON.parse(readFileSync(files.figures, 'utf8'))
  const sample: Sample = JSON.parse(readFileSync(files.sample, 'utf8'))
  return { file: files.index, figures, sample }
}
