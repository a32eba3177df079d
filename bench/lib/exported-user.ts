import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createPersonalDataRegister } from '../../server/src/app/personal-data.ts'
import { newFollowUpNumber } from '../../server/src/domain/follow-up-number.ts'
import { createExportService } from '../../server/src/features/account/export.service.ts'
import { systemRandom as random } from '../../server/src/platform/crypto/system-random.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { openDatabase } from '../../server/src/platform/database/open-database.ts'
import { loadMembershipRules } from '../../server/src/platform/reference-data.ts'
import { createPictureFiles, type PictureFiles } from '../../server/src/platform/uploads/picture-files.ts'
import { ownerOfUser } from '../../server/src/platform/uploads/upload.service.ts'

const USER = 'u-exported'
const MOBILE = '15400000000'
const VIEWS = 200
const SEARCHES = 50
const REPORTS = 20
const PICTURES_PER_REPORT = 4
/** Bytes of a re-encoded screenshot of a phone. */
const PICTURE_BYTES = 400_000

const clock = { now: () => Date.now() }
const times = (count: number) => Array.from({ length: count }, (_, at) => at)

/** A user with a full history, and 20 reports with four pictures each. */
async function fill(db: Database, files: PictureFiles) {
  const at = clock.now()
  await db
    .insertInto('user_account')
    .values({
      id: USER,
      mobile: MOBILE,
      nickname: null,
      created_at: at,
      password_hash: null,
      vip_expire_at: null,
      vip_source: null,
      erase_at: null,
    })
    .execute()
  await db
    .insertInto('view_history')
    .values(times(VIEWS).map((view) => ({ user_id: USER, company_id: `c-${view}`, position: view, viewed_at: at })))
    .execute()
  await db
    .insertInto('search_history')
    .values(
      times(SEARCHES).map((search) => ({
        id: `s-${search}`,
        user_id: USER,
        company_name: `演示企业 ${search}`,
        position: search,
        searched_at: at,
      })),
    )
    .execute()
  for (const _report of times(REPORTS)) {
    const number = newFollowUpNumber('FB', random, at)
    await db
      .insertInto('feedback')
      .values({
        number,
        kind: '功能异常',
        priority: 1,
        state: '已提交',
        user_id: USER,
        contact: null,
        context: null,
        content: '演示：页面打开后一直显示加载中。'.repeat(10),
        created_at: at,
        answered_at: null,
        closed_at: null,
        is_unread: 0,
      })
      .execute()
    for (const picture of times(PICTURES_PER_REPORT)) {
      const id = `i-${number.slice(-8).toLowerCase()}${picture}`
      await files.save(id, Buffer.from(random.bytes(PICTURE_BYTES)))
      await db
        .insertInto('upload')
        .values({ id, owner: ownerOfUser(USER), bytes: PICTURE_BYTES, created_at: at, used_by: number })
        .execute()
    }
  }
}

/** The export service on a new SQLite store with such a user. `exportOnce` resolves to the bytes of the archive. */
export async function openExportedUser() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'baiqicha-export-'))
  const database = openDatabase({ databaseUrl: undefined, dataDir })
  const { db } = database
  await migrate(db)
  const files = createPictureFiles(path.join(dataDir, 'uploads'))
  await fill(db, files)
  const unlimited = { take: async () => ({ ok: true as const, value: { buckets: [] } }), giveBack: async () => {} }
  const service = createExportService({
    db,
    clock,
    audit: async () => {},
    limiter: unlimited,
    // A session opened here needs no code.
    proveOwnNumber: (_proof, act) => db.transaction().execute((tx) => act(tx, async () => {})),
    users: { findMobile: async () => MOBILE },
    files,
    flushViews: async () => {},
    register: createPersonalDataRegister({ clock, rules: loadMembershipRules() }),
  })
  const session = { id: 'd', userId: USER, tokenHash: '', source: null, lastWriteAt: 0 }
  return {
    async exportOnce(): Promise<number> {
      let bytes = 0
      for await (const chunk of await service.exportData({ session, format: 'json', smsCode: '', address: '' })) {
        bytes += chunk.length
      }
      return bytes
    },
    async dispose() {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
