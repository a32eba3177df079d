import type { ImportProgress, ImportSummary } from '../importers/file/import-file.ts'
import type { StarterRequest } from '../importers/starter/load-starter.ts'

const STEP = 0.25

const createdIn = (summaries: readonly ImportSummary[]) =>
  summaries.reduce((sum, { skipped, created }) => sum + (skipped ? 0 : created), 0)

/** Brings what ships into an empty store, telling how it goes. Where they are already there it says nothing. */
export async function loadStarterWithProgress(
  request: Omit<StarterRequest, 'onProgress'>,
  say: (line: string) => void,
): Promise<void> {
  // Loaded when it is needed: at most starts it is not, before the first answer.
  const [{ loadStarter }, { ImportRefused }] = await Promise.all([
    import('../importers/starter/load-starter.ts'),
    import('../importers/input/import-refused.ts'),
  ])
  let told = ''
  const onProgress = ({ fileName, share }: ImportProgress) => {
    const step = `${fileName} ${Math.floor(share / STEP) * STEP * 100}%`
    if (step === told) return
    told = step
    say(`载入自带数据 ${step}`)
  }
  try {
    const { companies, records } = await loadStarter({ ...request, onProgress })
    const stored = [
      { count: createdIn(companies), words: '家企业' },
      { count: createdIn(records), words: '条演示记录' },
    ].filter(({ count }) => count > 0)
    if (stored.length > 0) say(`自带数据已载入：${stored.map(({ count, words }) => `${count} ${words}`).join('，')}`)
  } catch (error) {
    // As while another process of this store imports: what is there is served.
    if (!(error instanceof ImportRefused)) throw error
    say(`未载入自带数据：${error.message}`)
  }
}
