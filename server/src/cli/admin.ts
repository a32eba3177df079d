import './small-nursery.ts'
import path from 'node:path'
import { systemClock } from '../domain/clock.ts'
import { createAudit } from '../features/account/audit.repository.ts'
import { createCorrectionDesk } from '../features/correction/correction-desk.ts'
import { createSuppressionService } from '../features/correction/suppression.service.ts'
import { createUpdateRequests } from '../features/correction/update-requests.ts'
import { systemRandom as random } from '../platform/crypto/system-random.ts'
import { migrate } from '../platform/database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../platform/database/open-database.ts'
import { createPictureFiles, uploadsDirectory } from '../platform/uploads/picture-files.ts'
import { AdminRefused } from './admin/admin-refused.ts'
import { runCorrections } from './admin/corrections.ts'
import { runSuppress } from './admin/suppress.ts'
import { runUpdates } from './admin/updates.ts'

const usage = `用法：npm run admin -- <事项> [步骤] [选项]

  corrections [list]                      待办的纠错与异议，超期的在前
  corrections show <编号>                 一件的全部内容与证据图片的位置
  corrections examine <编号> [--note <说明>]
  corrections decide <编号> --result <已更正|已移除|维持|无法确认>
                     [--note <说明>] [--keep-hidden]
                                          维持、无法确认须说明理由；--keep-hidden 使记录继续不显示
  suppress [list]                         不得显示的记录与人员
  suppress add --record <记录 id> --reason <理由>
  suppress add --person <姓名> --company <企业 id 或代码> --reason <理由>
  suppress remove <屏蔽 id>
  updates [list]                          有人申请更新的企业
  updates done <企业 id>                  已更新，重新计数

DATA_DIR、DATABASE_URL 应与服务一致，服务可同时运行。说明见 docs/corrections.md。`

const say = (line: string) => console.log(line)

type Command = (words: string[], database: OpenDatabase, dataDir: string) => Promise<void>

const clock = systemClock
const audit = createAudit({ clock, random })

const commands = new Map<string, Command>([
  [
    'corrections',
    (words, { db }, dataDir) => {
      const desk = createCorrectionDesk({ db, clock, random, audit })
      return runCorrections(words, { desk, files: createPictureFiles(uploadsDirectory(dataDir)), usage, say })
    },
  ],
  [
    'suppress',
    (words, { db }) =>
      runSuppress(words, { suppressions: createSuppressionService({ db, clock, random, audit }), usage, say }),
  ],
  [
    'updates',
    (words, { db }) => runUpdates(words, { db, requests: createUpdateRequests({ db, clock }), audit, usage, say }),
  ],
])

async function run([name = '', ...words]: string[]) {
  const command = commands.get(name)
  if (command === undefined) throw new AdminRefused(usage)
  const dataDir = path.resolve(process.env['DATA_DIR']?.trim() || './var')
  const database = openDatabase({ databaseUrl: process.env['DATABASE_URL']?.trim(), dataDir })
  try {
    await migrate(database.db)
    await command(words, database, dataDir)
  } finally {
    await database.close()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  // What the operator can put right is a sentence; anything else is ours and keeps its trace.
  console.error(error instanceof AdminRefused ? error.message : error)
  process.exitCode = 1
}
