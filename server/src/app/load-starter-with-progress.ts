import type { ImportProgress } from '../importers/import-file.ts'
import type { StarterRequest } from '../importers/load-starter.ts'

const STEP = 0.25

/** Brings the shipped companies into an empty store, telling how it goes. Where they are already there it says nothing. */
export async function loadStarterWithProgress(
  request: Omit<StarterRequest, 'onProgress'>,
  say: (line: string) => void,
): Promise<void> {
  // Loaded when it is needed: at most starts it is not, before the first answer.
  const [{ loadStarter }, { ImportRefused }] = await Promise.all([
    import('../importers/load-starter.ts'),
    import('../importers/import-refused.ts'),
  ])
  let told = ''
  const onProgress = ({ fileName, share }: ImportProgress) => {
    const step = `${fileName} ${Math.floor(share / STEP) * STEP * 100}%`
    if (step === told) return
    told = step
    say(`载入自带数据 ${step}`)
  }
  try {
    const summaries = await loadStarter({ ...request, onProgress })
    const stored = summaries.reduce((sum, summary) => sum + (summary.skipped ? 0 : summary.created), 0)
    if (stored > 0) say(`自带数据已载入：${stored} 家企业`)
  } catch (error) {
    // As while another process of this store imports: what is there is served.
    if (!(error instanceof ImportRefused)) throw error
    say(`未载入自带数据：${error.message}`)
  }
}
