import type { InclusionRequestRepository } from '../../features/company/inclusion-request.repository.ts'
import type { Database } from '../../platform/database/database.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'

type InclusionsDeps = {
  db: Database
  requests: InclusionRequestRepository
  audit: (tx: Database, kind: 'inclusionsDone', who: { address: string; subject: string }) => Promise<void>
  usage: string
  print: (line: string) => void
}

/** Runs `inclusions …`. @throws AdminRefused */
export async function runInclusions(words: string[], deps: InclusionsDeps): Promise<void> {
  const { db, requests, audit, usage, print } = deps
  const [step = 'list', keyword, ...more] = words
  if (more.length > 0) throw new AdminRefused(usage)
  if (step === 'list' && keyword === undefined) {
    const wanted = await requests.list()
    if (wanted.length === 0) print('没有收录申请。')
    for (const row of wanted) {
      print(`${row.keyword}  ${row.requests} 人  自 ${minuteOf(row.since)}  最近 ${minuteOf(row.last)}`)
    }
    return
  }
  if (step !== 'done' || keyword === undefined) throw new AdminRefused(usage)
  const done = await db.transaction().execute(async (tx) => {
    const finished = await requests.finish(tx, keyword)
    if (finished > 0) await audit(tx, 'inclusionsDone', { address: '', subject: keyword })
    return finished
  })
  if (done === 0) throw new AdminRefused(`没有收录“${keyword}”的申请。`)
  print(`${keyword}：已收录，${done} 人的申请办结。`)
}
