import { TOKEN_HEADER } from '@baiqicha/contract/routes'
import { expect, it, vi } from 'vitest'
import { eraseDue } from '../../test/account/personal-data.ts'
import { describeBothDatabases } from '../../test/databases/databases.ts'
import { call, freshMobile, lastCode, openTestApp, requestCode, signIn } from '../../test/http/app.ts'
import { pageviewBody } from '../../test/tracking/action-bodies.ts'
import { createMemoryEventStore } from '../../test/tracking/memory-event-store.ts'
import { createTrackingFigures } from '../features/tracking/figures/figures.service.ts'
import { parseFunnel } from '../features/tracking/figures/funnel.rules.ts'
import { rollUpDay } from '../features/tracking/figures/roll-up.ts'
import { createRollUp } from '../features/tracking/figures/roll-up-days.ts'
import { chinaDayOf } from '../features/tracking/file-event-store.ts'
import { readFunnelFile } from '../platform/reference-data.ts'

const DAY = 86_400_000

describeBothDatabases('tracked events of an erased account', (freshDatabase) => {
  it('stay in the figures, and lead to nobody', async () => {
    const { db } = await freshDatabase()
    const { store, stored } = createMemoryEventStore()
    const test = await openTestApp(db, { eventStore: store })
    const { app, clock } = test
    const mobile = freshMobile()
    const { token } = await signIn(test, mobile)
    const { id } = await db.selectFrom('user_account').select('id').executeTakeFirstOrThrow()
    const day = chinaDayOf(clock.now())
    await call(app, 'saveActions', pageviewBody({ timestamp: clock.now() }), { headers: { [TOKEN_HEADER]: token } })
    await vi.waitFor(() => expect(stored).toHaveLength(1), { timeout: 10_000 })
    const [subject] = await db.selectFrom('tracking_subject').selectAll().execute()
    expect(subject).toMatchObject({ user_id: id, subject: stored[0]?.subject })

    clock.time += DAY
    const steps = parseFunnel(readFunnelFile())
    const rollUp = createRollUp({ db, clock, rollUpDay: (run) => rollUpDay({ db, store, steps }, run) })
    await rollUp.closeDay(day)
    const figures = createTrackingFigures({ db, clock, steps, rollUp })
    const read = () => figures.overview({ from: day, to: day, fr: null, platformType: null })
    const before = await read()
    expect(before.rows[0]).toMatchObject({ pageviews: 1 })

    await requestCode(test, '', { scene: 'deactivate', token })
    await call(app, 'deactivate', { smsCode: lastCode(test, mobile) }, { token })
    clock.time += 7 * DAY
    await eraseDue(db, { clock })
    expect((await read()).rows).toEqual(before.rows)
    expect(await db.selectFrom('tracking_subject').selectAll().execute()).toEqual([])
    for (const table of ['tracking_person', 'tracking_figure', 'tracking_day'] as const) {
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain(id)
    }
  })
})
