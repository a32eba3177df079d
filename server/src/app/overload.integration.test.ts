import { API_BASE, type LoadClass, loadClasses, routes } from '@baiqicha/contract/routes'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, fillStore, openTestApp, signIn } from '../../test/http/app.ts'
import { type Admission, createAdmission } from '../platform/admission/admission.ts'

const patient = { maxWaitMs: 60_000, lifoAfterMs: 60_000 }

const onePlace = () => createAdmission({ running: 1, waiting: { capacity: 0, ...patient } })

/** One slot per class and no queue. */
const narrow = (): Record<LoadClass, Admission> => ({
  credentials: onePlace(),
  reads: onePlace(),
  search: onePlace(),
  copies: onePlace(),
})

const hold = (admission: Admission) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const running = admission.run(() => promise)
  return async () => {
    resolve()
    await running
  }
}

describeDatabases('with every slot taken', (freshDatabase) => {
  it('refuses at once with Retry-After, and serves when a slot is free', async () => {
    const admission = narrow()
    const test = await openTestApp((await freshDatabase()).db, { admission })
    const { token } = await signIn(test)
    const release = hold(admission.search)
    const search = () => call(test.app, 'companySearch', { keyword: '云岚' }, { token })
    const refused = await search()
    expect(refused).toMatchObject({ status: 503, code: 503, message: '当前访问人数较多，请稍后重试' })
    expect(refused.headers['retry-after']).toBe('1')
    await release()
    expect((await search()).code).toBe(0)
  })

  it('refuses a GET before any work on it', async () => {
    const admission = narrow()
    const { app } = await openTestApp((await freshDatabase()).db, { admission })
    const release = hold(admission.reads)
    const wrong = await app.inject({ url: `${API_BASE}${routes.companyDetail.path}?id=1&id=2` })
    expect(wrong.statusCode).toBe(503)
    await release()
    expect((await app.inject({ url: `${API_BASE}${routes.companyDetail.path}?id=1&id=2` })).statusCode).toBe(400)
  })

  it('does not take a slot of another class', async () => {
    const admission = narrow()
    const { db } = await freshDatabase()
    const test = await openTestApp(db, { admission })
    const [company] = await fillStore(db, test)
    const releases = loadClasses.filter((name) => name !== 'reads').map((name) => hold(admission[name]))
    expect((await call(test.app, 'companyDetail', { id: company?.id ?? '' })).status).toBe(200)
    for (const release of releases) await release()
  })
})
