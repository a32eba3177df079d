import { fileURLToPath } from 'node:url'
import { repeat } from '../app/jobs.ts'
import { minuteOf } from '../cli/admin/admin-refused.ts'
import { createServiceProbes } from '../cli/admin/service-probes.ts'
import { backupInThread } from '../cli/backup/backup.admin.service.ts'
import { createImportProcess } from '../cli/import/import-process.ts'
import type { Config } from '../config/read-config.ts'
import { createWorkNotice } from '../features/operators/alarms.service.ts'
import { undoInThread } from '../importers/undo/undo-thread.ts'
import { sendNotice } from '../platform/mail/notice-targets.ts'
import type { ServiceStates } from '../platform/service-states.ts'
import { openWebFiles } from '../platform/web/web-files.ts'
import { createDesk, type DeskDeps } from './create-desk.ts'
import type { DeskServices } from './desk-handlers.ts'

const NOTICES_MS = 60_000
const FREE_MS = 60_000

const deskRoot = fileURLToPath(new URL('../../../web/dist-desk', import.meta.url))

type StartDeskRequest = Omit<
  DeskDeps,
  'config' | 'webFiles' | 'readProbes' | 'undoInThread' | 'backups' | 'uploads'
> & {
  serviceStates: ServiceStates
  config: Config
  /** Prints a line for the person at the terminal. */
  say: (line: string) => void
}

type NoticeRequest = Pick<StartDeskRequest, 'config' | 'database' | 'clock' | 'serviceStates' | 'log'> &
  Pick<DeskServices, 'alarms'> & { origin: string }

function repeatNotices({ config, database: { db }, clock, serviceStates, log, alarms, origin }: NoticeRequest) {
  const { notices: targets, mail } = config
  const notice = createWorkNotice({
    db,
    clock,
    alarms,
    send: (text) => sendNotice({ targets, mail }, text),
    states: serviceStates,
    origin,
  })
  return repeat({ name: 'announce-work', everyMs: NOTICES_MS, run: () => notice.run(), log })
}

/** Starts the second listener, and prints its address and how the first operator is created. */
export async function startDesk({
  say,
  serviceStates,
  ...deps
}: StartDeskRequest): Promise<{ close: () => Promise<void> }> {
  const { config, clock, database, log } = deps
  const { app: desk, services } = await createDesk({
    ...deps,
    readProbes: () => createServiceProbes({ config, database, clock }),
    undoInThread: undoInThread(config),
    backups: { root: config.backupDir, runTask: backupInThread(config) },
    updateUrl: config.updateUrl,
    uploads: { dataDir: config.dataDir, process: createImportProcess(config) },
    webFiles: openWebFiles(deskRoot),
  })
  const freeUploads = () => services.uploads.removeExpired()
  const stopFreeing = repeat({ name: 'free-uploads', everyMs: FREE_MS, run: freeUploads, log })
  await desk.listen({ port: config.opsPort ?? 0, host: config.opsHost })
  const listening = desk.server.address()
  const port = typeof listening === 'object' && listening !== null ? listening.port : config.opsPort
  const isEverywhere = config.opsHost === '0.0.0.0' || config.opsHost === '::'
  const origin = config.opsOrigin ?? `http://${isEverywhere ? 'localhost' : config.opsHost}:${port}`
  say(`后台已启动：${origin}`)
  const first = await services.operators.firstAdministrator()
  if (first !== null) {
    say(
      `创建第一位管理员：${origin}/#/setup?code=${first.setupCode}（${minuteOf(first.expiresAt)} 前有效，只能用一次）`,
    )
    say('也可以用命令：npm run admin -- operators add <姓名> --roles 管理员')
  }
  const stopNotices =
    config.notices.length === 0 ? null : repeatNotices({ ...deps, alarms: services.alarms, serviceStates, origin })
  return {
    close: async () => {
      stopFreeing()
      stopNotices?.()
      await desk.close()
    },
  }
}
