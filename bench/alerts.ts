import { writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import Sqlite from 'better-sqlite3'
import { SMTPServer } from 'smtp-server'
import * as z from 'zod/mini'
import { importRows } from '../e2e/lib/store.ts'
import { addressHmac, mailReference, maskedAddress } from '../server/src/features/alerts/alert-target.rules.ts'
import { createCipher } from '../server/src/platform/crypto/cipher.ts'
import { createHmacHasher, loadHmacKey } from '../server/src/platform/crypto/hmac.ts'
import { memoryGrowth } from './lib/process-figures.ts'
import { createReport } from './lib/report.ts'
import { createServer } from './lib/server.ts'

/**
 * `npm run bench:alerts [-- --people 10000]`: briefings of people who follow five companies each with a change, to an SMTP
 * server of this machine; until the last mail, with the memory that the server adds meanwhile. On the starter set.
 */
const { values } = parseArgs({ options: { people: { type: 'string', default: '10000' } } })
const people = Number(values.people)
const [COMPANIES, FOLLOWED, MINUTE] = [20, 5, 60_000]
const SETTLE_MS = 40_000
const DAY = 24 * 60 * MINUTE
const report = createReport({ name: 'alerts', isWhole: people === 10_000, settings: { people, cpus: cpus().length } })

const received = { mails: 0, bytes: 0 }
const smtp = new SMTPServer({
  authOptional: true,
  // A look-up of the client for each connection measures a name server.
  disableReverseLookup: true,
  logger: false,
  async onData(stream, _session, done) {
    received.bytes += (await buffer(stream)).length
    received.mails += 1
    done()
  },
})
await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
const address = smtp.server.address()
const port = typeof address === 'object' && address !== null ? address.port : 0

const clockFile = path.join(tmpdir(), `baiqicha-bench-clock-${process.pid}`)
/** The next 08:20 in China: nothing is sent before the store is filled. */
const ahead = (DAY + 20 * MINUTE - (Date.now() % DAY)) % DAY
writeFileSync(clockFile, String(ahead))
const server = await createServer({
  LOG_LEVEL: 'error',
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'notice@example.com',
  NODE_OPTIONS: `--import=${fileURLToPath(new URL('../e2e/lib/shifted-clock.mjs', import.meta.url))}`,
  CLOCK_FILE: clockFile,
})
await server.start()
await server.stop()

const dataDir = path.join(server.folder, 'data')
const secret = loadHmacKey(dataDir)
const [hmac, cipher] = [createHmacHasher(secret), createCipher(secret)]
const rowSchema = z.object({ id: z.string(), name: z.string(), credit_code: z.string() })
const dayOf = (at: number) => new Date(at + 8 * 60 * MINUTE).toISOString().slice(0, 10)

/** Users with their follows and mail addresses, as calls would store them. */
function fill(): z.output<typeof rowSchema>[] {
  const db = new Sqlite(path.join(dataDir, 'baiqicha.sqlite'))
  const companies = z.parse(
    z.array(rowSchema),
    db
      .prepare(
        'select id, name, credit_code from company where is_demo = 1 and credit_code is not null order by id limit ?',
      )
      .all(COMPANIES),
  )
  const now = Date.now() + ahead
  const newest = z.parse(z.int(), db.prepare('select coalesce(max(seq), 0) from company_event').pluck().get())
  const addUser = db.prepare('insert into user_account (id, mobile, created_at) values (?, ?, ?)')
  const addFollow = db.prepare(
    "insert into follow (user_id, company_id, group_name, position, followed_at, from_seq) values (?, ?, '', ?, ?, ?)",
  )
  const addTarget = db.prepare(`insert into alert_target
    (id, user_id, channel, format, address_sealed, address_masked, address_hmac, created_at, sent_seq, taken_day, done_day,
      attempts, retry_at, refusals, is_refused)
    values (?, ?, 'mail', 'mail', ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0)`)
  const before = dayOf(now - DAY)
  db.transaction(() => {
    for (let at = 0; at < people; at += 1) {
      const [userId, mail] = [`u-bench-${at}`, `person-${at}@example.com`]
      addUser.run(userId, String(15_400_000_000 + at), now)
      for (let nth = 0; nth < FOLLOWED; nth += 1) {
        addFollow.run(userId, companies[(at + nth * 7) % companies.length]?.id, nth, now, newest)
      }
      const sealed = [cipher.seal(mail), maskedAddress('mail', mail), addressHmac(hmac, mail)]
      addTarget.run(mailReference(hmac, userId, mail), userId, ...sealed, now, newest, before, before)
    }
  })()
  db.close()
  return companies
}

const companies = fill()
// While the server is stopped: at its start it imports shipped data itself.
importRows(
  server,
  ['executedPerson', '--source', 'demo-execution'],
  companies.map(({ name, credit_code: certNo }, at) => ({
    name,
    certNo,
    caseNo: `（2026）演0909执${at}号`,
    court: '演示市示例区人民法院',
    execAmount: 1000,
    execAmountUnit: '元',
    filedDate: dayOf(Date.now() - 10 * DAY),
    asOf: dayOf(Date.now() - DAY),
  })),
)
await server.start()
// The server looks for newer shipped data at its start.
await wait(SETTLE_MS)
let startedAt = 0
const memory = await memoryGrowth(server.pid, async () => {
  writeFileSync(clockFile, String(ahead + 15 * MINUTE))
  while (received.mails === 0) await wait(20)
  startedAt = performance.now()
  // Ends ten seconds after the last mail at the latest, if some are missing.
  for (let seen = 0; received.mails < people && received.mails !== seen; ) {
    seen = received.mails
    for (let tick = 0; tick < 50 && received.mails < people; tick += 1) await wait(200)
  }
})
const seconds = (performance.now() - startedAt) / 1_000
report.figure('mails', received.mails, '')
report.figure('size of a mail', received.bytes / Math.max(1, received.mails) / 1024, 'KiB')
report.atMost('until the last mail', seconds / 60, 5, 'min')
report.figure('mails a second', received.mails / seconds, '/s')
report.atMost('memory that the server adds', memory, 50, 'MiB')
await server.dispose()
await new Promise<void>((resolve) => smtp.close(resolve))
report.finish()
