import { expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { testHiddenNumbers } from '../../test/importers/hidden-numbers.ts'
import { systemClock } from '../domain/clock.ts'
import { loadReferenceData } from '../platform/reference-data.ts'
import { loadStarterWithProgress } from './load-starter-with-progress.ts'

describeDatabases('the first start without demonstration data', (freshDatabase) => {
  it('calls no record a demonstration', async () => {
    const database = await freshDatabase()
    const said: string[] = []
    const reference = loadReferenceData({ demo: false })
    const request = { database, clock: systemClock, reference, hiddenNumbers: testHiddenNumbers, demo: false }
    await loadStarterWithProgress(request, (line) => said.push(line))
    expect(said.at(-1)).toMatch(/^自带数据已载入：\d+ 家企业，\d+ 条记录$/)
    expect(said.join()).not.toContain('演示')
  }, 60_000)
})
