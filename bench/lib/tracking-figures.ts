import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DeviceType } from '@baiqicha/contract/account'
import { createPersonalDataRegister } from '../../server/src/app/personal-data.ts'
import { createAudit } from '../../server/src/features/account/audit.repository.ts'
import { createErasureService } from '../../server/src/features/account/erasure.service.ts'
import { createTrackingFigures } from '../../server/src/features/tracking/figures/figures.service.ts'
import { parseFunnel } from '../../server/src/features/tracking/figures/funnel.rules.ts'
import { createRollUp } from '../../server/src/features/tracking/figures/roll-up-days.ts'
import { rollUpInThread } from '../../server/src/features/tracking/figures/roll-up-thread.ts'
import { openEventStore } from '../../server/src/features/tracking/open-event-store.ts'
import type { TrackedEvent } from '../../server/src/features/tracking/tracked-event.ts'
import { systemRandom as random } from '../../server/src/platform/crypto/system-random.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { openDatabase } from '../../server/src/platform/database/open-database.ts'
import { loadMembershipRules, readFunnelFile } from '../../server/src/platform/reference-data.ts'
import { timed } from './timing.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const PER_BATCH = 10_000

const pages = [
  'home',
  'search',
  'searchResult',
  'companyDetail',
  'login',
  'user',
  'userFollow',
  'riskSearch',
  'phoneSearch',
  'ai',
]
const channels = ['', '', '', 'share', 'wechat', 'baidu', 'poster']
const platforms: readonly DeviceType[] = ['wechat', 'android', 'ios', 'windows', 'mac']

/** Reproducible numbers below a bound. */
function createDice(seed: number) {
  let state = seed
  return (bound: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

export type DayPlan = {
  /** Start of the day in China. */
  start: number
  /** Events, about: visits of eight. */
  events: number
  /** All people; those of a day are drawn from them. */
  people: number
  seed: number
}

/** Events of a day: visits of four to twelve events, of people who mostly do not log in. */
function* eventsOfDay({ start, events, people, seed }: DayPlan): Generator<TrackedEvent, void, undefined> {
  const dice = createDice(seed)
  for (let written = 0; written < events; ) {
    const person = dice(people)
    const context = {
      fr: channels[person % channels.length] ?? '',
      platform: platforms[person % platforms.length] ?? 'web',
      platformType: person % 5 < 3 ? ('H5' as const) : ('PC' as const),
      os: 'Android 15',
      screen: '375x812',
    }
    const length = 4 + dice(9)
    let at = start + dice(DAY_MS - 60 * MINUTE_MS)
    for (let turn = 0; turn < length; turn += 1, written += 1) {
      const isClick = turn % 2 === 1
      const pageKey = pages[turn < 6 ? Math.floor(turn / 2) + dice(2) : dice(pages.length)] ?? 'home'
      yield {
        type: isClick ? 'click' : 'pageview',
        at,
        device: BigInt(person) * 7_919n - 500_000_000n,
        subject: person % 6 === 0 && turn > 2 ? person + 1 : null,
        pageKey,
        url: pageKey === 'companyDetail' ? `/company/detail?id=演示-${dice(5_000)}` : `/${pageKey}`,
        referrer: '',
        isFirst: turn === 0,
        trackId: isClick ? `${pageKey}-action-${dice(12)}` : '',
        elementText: isClick ? '演示' : '',
        custom: {},
        context,
        newDevice: null,
      }
      at += 2_000 + dice(2 * MINUTE_MS)
    }
  }
}

/** A new SQLite store, whose days are rolled up as in the server. */
export async function openFiguresStore(now: number) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'baiqicha-figures-'))
  const location = { databaseUrl: undefined, dataDir }
  const database = openDatabase(location)
  await migrate(database.db)
  const store = openEventStore(location, database)
  const clock = { now: () => now }
  const audit = createAudit({ clock, random })
  const register = createPersonalDataRegister({ clock, rules: loadMembershipRules() })
  const erasures = createErasureService({ db: database.db, clock, audit, register })
  const rollUp = createRollUp({ db: database.db, clock, rollUpDay: rollUpInThread(location) })
  return {
    dataDir,
    rollUp,
    /** Erases an account whose erasure is due and that has a subject. Milliseconds. */
    async eraseAccount(): Promise<number> {
      const user = { id: 'u-erased', mobile: '15400000000', created_at: now, erase_at: now }
      const rest = { nickname: null, password_hash: null, vip_expire_at: null, vip_source: null }
      await database.db
        .insertInto('user_account')
        .values({ ...user, ...rest })
        .execute()
      await database.db.insertInto('tracking_subject').values({ user_id: user.id, subject: 1 }).execute()
      return timed(() => erasures.eraseDue())
    },
    figures: createTrackingFigures({ db: database.db, clock, steps: parseFunnel(readFunnelFile()), rollUp }),
    async fillDay(plan: DayPlan) {
      let batch: TrackedEvent[] = []
      for (const event of eventsOfDay(plan)) {
        batch.push(event)
        if (batch.length < PER_BATCH) continue
        await store.append(batch)
        batch = []
      }
      if (batch.length > 0) await store.append(batch)
    },
    async dispose() {
      await store.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
