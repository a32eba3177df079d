import type { ImportProgress } from '../importers/file/import-file.ts'
import type { ImportSummary } from '../importers/file/import-run.ts'
import type { StarterRequest } from '../importers/starter/load-starter.ts'

const STEP = 0.25

const createdIn = (summaries: readonly ImportSummary[]) =>
  summaries.reduce((sum, { skipped, created }) => sum + (skipped ? 0 : created), 0)

/** Imports the shipped data and prints the progress. Prints nothing when the data are already stored. */
export async function loadStarterWithProgress(
  request: Omit<StarterRequest, 'onProgress'>,
  say: (line: string) => void,
): Promise<void> {
  // Imported lazily: most starts do not need the importers before the first response.
  const [{ loadStarter }, { ImportRefused }] = await Promise.all([
    import('../importers/starter/load-starter.ts'),
    import('../importers/input/import-refused.ts'),
  ])
  let lastStep = ''
  const onProgress = ({ fileName, share }: ImportProgress) => {
    const step = `${fileName} ${Math.floor(share / STEP) * STEP * 100}%`
    if (step === lastStep) return
    lastStep = step
    say(`载入自带数据 ${step}`)
  }
  try {
    const { companies, records } = await loadStarter({ ...request, onProgress })
    const stored = [
      { count: createdIn(companies), words: '家企业' },
      { count: createdIn(records), words: '条记录' },
    ].filter(({ count }) => count > 0)
    if (stored.length > 0) say(`自带数据已载入：${stored.map(({ count, words }) => `${count} ${words}`).join('，')}`)
  } catch (error) {
    // For example while another process imports into the same database: the stored data are served.
    if (!(error instanceof ImportRefused)) throw error
    say(`未载入自带数据：${error.message}`)
  }
}
