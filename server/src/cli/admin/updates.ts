import type { UpdateRequestRepository } from '../../features/correction/update-request.repository.ts'
import type { Database } from '../../platform/database/database.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'

type UpdatesDeps = {
  db: Database
  requests: UpdateRequestRepository
  audit: (tx: Database, kind: 'updatesDone', who: { address: string; subject: string }) => Promise<void>
  usage: string
  print: (line: string) => void
}

/** Runs `updates …`. @throws AdminRefused */
export async function runUpdates(words: string[], { db, requests, audit, usage, print }: UpdatesDeps): Promise<void> {
  const [step = 'list', companyId, ...more] = words
  if (more.length > 0) throw new AdminRefused(usage)
  if (step === 'list' && companyId === undefined) {
    const wanted = await requests.list()
    if (wanted.length === 0) print('没有人申请更新。')
    for (const row of wanted) {
      print(`${row.companyId}  ${row.requests} 人  自 ${minuteOf(row.since)}  ${row.companyName}`)
    }
    return
  }
  if (step !== 'done' || companyId === undefined) throw new AdminRefused(usage)
  const done = await db.transaction().execute(async (tx) => {
    const finished = await requests.finish(tx, companyId)
    if (finished > 0) await audit(tx, 'updatesDone', { address: '', subject: companyId })
    return finished
  })
  if (done === 0) throw new AdminRefused('没有人申请更新这家企业。')
  print(`${companyId}：已更新，${done} 人的申请办结。`)
}
