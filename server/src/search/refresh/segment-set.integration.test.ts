import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildIndexableCompany, buildQuery, TestRecords } from '../../../test/builders/indexable-companies.ts'
import { makeIndexDirectory } from '../../../test/search/company-search.local.ts'
import { loadReadings } from '../analysis/pronunciation.ts'
import type { CompanyChange } from '../company-source.ts'
import { createSearcher } from '../ranking/searcher.ts'
import { deletedDocsOf } from '../segment/deleted-docs.ts'
import { openNamedSegment } from '../segment/index-corruption.ts'
import { openIndexDirectory } from './index-directory.ts'
import { createSegmentStack, type SegmentStack } from './segment-set.ts'

const pronunciation = loadReadings()
let directory: string
let remove: () => Promise<void>
let records: TestRecords
let stack: SegmentStack
let openFiles: ReturnType<typeof openIndexDirectory>

const company = (id: string, name: string) => buildIndexableCompany({ id, name })

beforeEach(async () => {
  ;({ directory, remove } = await makeIndexDirectory())
  records = new TestRecords(['a', 'b', 'c', 'd', 'e'].map((id) => company(id, `演示甲${id}有限公司`)))
  openFiles = openIndexDirectory(directory)
  openFiles.make()
  const { signal } = new AbortController()
  stack = createSegmentStack({ files: openFiles, source: records, pronunciation, clock: { now: () => 0 }, signal })
  await putBase()
})
afterEach(async () => {
  stack.close()
  await remove()
})

const last = (): CompanyChange | null => records.changes.at(-1) ?? null

async function putBase() {
  await stack.put(await stack.build({ ids: null, from: null, to: last() }), stack.segments)
}

async function putSegment(ids: readonly string[]) {
  const from = stack.point
  await stack.put(await stack.build({ ids, from, to: last() }), [])
}

/** Names that are found, in the order of ids, and how many the stack says there are. */
function found() {
  const { segments, companies } = openFiles.openable(stack.toManifest())
  const open = segments.map(({ file, gone }) => {
    const segment = openNamedSegment(file)
    return { segment, gone: deletedDocsOf(segment.header.companies, gone) }
  })
  const { hits } = createSearcher(open, pronunciation).search(buildQuery('演示'), 0)
  for (const { segment } of open) segment.close()
  const names = hits.toSorted((x, y) => (x.companyId < y.companyId ? -1 : 1)).map(({ matchReason }) => matchReason.text)
  return { names, companies }
}
const stored = () => ({ names: records.all().map(({ name }) => name), companies: records.all().length })

/** Three segments over the base: renamed, renamed again and gone, new. */
async function putThree() {
  records.put(company('a', '演示乙有限公司'))
  records.put(company('b', '演示丙有限公司'))
  await putSegment(['a', 'b'])
  records.put(company('a', '演示丁有限公司'))
  records.remove('c')
  await putSegment(['a', 'c'])
  records.put(company('f', '演示戊有限公司'))
  records.remove('b')
  await putSegment(['f', 'b'])
}

describe('a stack of segments', () => {
  it('hides in every older segment what a newer one holds or no longer exists', async () => {
    expect(found()).toEqual(stored())
    await putThree()
    expect(stack.segments.map(({ companies }) => companies)).toEqual([1, 1, 2, 5])
    expect(found()).toEqual(stored())
  })

  it('answers the same with segments in its middle made one', async () => {
    await putThree()
    const middle = stack.segments.slice(1, 3)
    const order = { ids: stack.idsOf(middle), from: middle[1]?.from ?? null, to: middle[0]?.to ?? null }
    await stack.put(await stack.build(order), middle)
    expect(stack.segments).toHaveLength(3)
    expect(found()).toEqual(stored())
    expect(stack.segments[1]).toMatchObject({ from: middle[1]?.from, to: middle[0]?.to })
  })

  it('keeps on top of a new base what is newer than it', async () => {
    await putThree()
    const base = await stack.build({ ids: null, from: null, to: stack.segments[1]?.to ?? null })
    records.put(company('e', '演示己有限公司'))
    await putSegment(['e'])
    await stack.put(base, stack.segments.slice(2))
    expect(stack.segments.map(({ ids }) => ids?.count ?? null)).toEqual([1, 2, null])
    expect(found()).toEqual(stored())
  })

  it('says of a segment that is built aside what newer ones hide in it, before it is put in its place', async () => {
    await putThree()
    const [newest, second, third] = stack.segments
    const base = await stack.build({ ids: null, from: null, to: third?.to ?? null })
    expect(base.gone.map(({ by }) => by)).toEqual([newest?.name, second?.name])
    await stack.put(base, stack.segments.slice(2))
    expect(stack.segments[2]?.gone).toEqual(base.gone)
    expect(found()).toEqual(stored())
  })

  it('is what it was before its newest segments, without them', async () => {
    const before = found()
    const point = stack.point
    await putThree()
    stack.drop(3)
    expect(found()).toEqual(before)
    expect(stack.point).toEqual(point)
  })

  it('is the same read back from its manifest, and not taken for one of other companies', async () => {
    await putThree()
    openFiles.writeManifest(stack.toManifest())
    const manifest = openFiles.readManifest()
    expect(manifest).toEqual(stack.toManifest())
    if (manifest === null) return
    expect(openFiles.countUnusable(manifest.segments)).toBe(0)
    expect(stack.load({ ...manifest, scope: 'others' })).toBe(false)
    expect(stack.load(manifest)).toBe(true)
    expect(found()).toEqual(stored())
  })

  it('keeps the parts of a segment that is being built, and no others', async () => {
    await putThree()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    records.gate = () => released
    const building = stack.build({ ids: ['a'], from: stack.point, to: last() })
    openFiles.keepOnly(stack.names())
    release()
    const built = await building
    stack.forget(built)
    openFiles.keepOnly(stack.names())
    expect(openFiles.countUnusable([built, ...stack.segments])).toBe(1)
    expect(found()).toEqual(stored())
  })
})
