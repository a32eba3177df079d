import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildIndexableCompany, buildQuery, TestRecords } from '../../../test/builders/indexable-companies.ts'
import { makeIndexDirectory } from '../../../test/search/company-search.local.ts'
import { loadPronunciation } from '../analysis/pronunciation.ts'
import type { CompanyChange } from '../company-source.ts'
import { createSearcher } from '../ranking/searcher.ts'
import { deletedDocsOf } from '../segment/deleted-docs.ts'
import { openSegment } from '../segment/segment-reader.ts'
import { openIndexDirectory } from './index-directory.ts'
import { createSegmentSet, type SegmentSet } from './segment-set.ts'

const pronunciation = loadPronunciation()
let directory: string
let remove: () => Promise<void>
let records: TestRecords
let segmentSet: SegmentSet
let files: ReturnType<typeof openIndexDirectory>

const company = (id: string, name: string) => buildIndexableCompany({ id, name })

beforeEach(async () => {
  ;({ directory, remove } = await makeIndexDirectory())
  records = new TestRecords(['a', 'b', 'c', 'd', 'e'].map((id) => company(id, `演示甲${id}有限公司`)))
  files = openIndexDirectory(directory)
  files.ensureExists()
  const { signal } = new AbortController()
  segmentSet = createSegmentSet({ files: files, source: records, pronunciation, clock: { now: () => 0 }, signal })
  await addBase()
})
afterEach(async () => {
  segmentSet.close()
  await remove()
})

const last = (): CompanyChange | null => records.changes.at(-1) ?? null

async function addBase() {
  await segmentSet.replace(await segmentSet.build({ ids: null, from: null, to: last() }), segmentSet.segments)
}

async function addSegment(ids: readonly string[]) {
  const from = segmentSet.appliedUpTo
  await segmentSet.replace(await segmentSet.build({ ids, from, to: last() }), [])
}

/** The searchable names in order of id, and the number of companies according to the set. */
function found() {
  const { segments, companies } = files.toOpenable(segmentSet.toManifest())
  const open = segments.map(({ file, deletedDocs }) => {
    const segment = openSegment(file)
    return { segment, deleted: deletedDocsOf(segment.header.companies, deletedDocs) }
  })
  const { hits } = createSearcher(open, pronunciation).search(buildQuery('演示'), 0)
  for (const { segment } of open) segment.close()
  const names = hits.toSorted((x, y) => (x.companyId < y.companyId ? -1 : 1)).map(({ matchReason }) => matchReason.text)
  return { names, companies }
}
const stored = () => ({ names: records.all().map(({ name }) => name), companies: records.all().length })

/** Three segments over the base: one renames, one renames again and removes, one adds. */
async function addThreeSegments() {
  records.put(company('a', '演示乙有限公司'))
  records.put(company('b', '演示丙有限公司'))
  await addSegment(['a', 'b'])
  records.put(company('a', '演示丁有限公司'))
  records.remove('c')
  await addSegment(['a', 'c'])
  records.put(company('f', '演示戊有限公司'))
  records.remove('b')
  await addSegment(['f', 'b'])
}

describe('a set of segments', () => {
  it('deletes in every older segment what a newer one contains or removes', async () => {
    expect(found()).toEqual(stored())
    await addThreeSegments()
    expect(segmentSet.segments.map(({ companies }) => companies)).toEqual([1, 1, 2, 5])
    expect(found()).toEqual(stored())
  })

  it('returns the same results after merging segments in its middle', async () => {
    await addThreeSegments()
    const middle = segmentSet.segments.slice(1, 3)
    const order = { ids: segmentSet.idsOf(middle), from: middle[1]?.from ?? null, to: middle[0]?.to ?? null }
    await segmentSet.replace(await segmentSet.build(order), middle)
    expect(segmentSet.segments).toHaveLength(3)
    expect(found()).toEqual(stored())
    expect(segmentSet.segments[1]).toMatchObject({ from: middle[1]?.from, to: middle[0]?.to })
  })

  it('keeps segments that are newer than a new base on top of it', async () => {
    await addThreeSegments()
    const base = await segmentSet.build({ ids: null, from: null, to: segmentSet.segments[1]?.to ?? null })
    records.put(company('e', '演示己有限公司'))
    await addSegment(['e'])
    await segmentSet.replace(base, segmentSet.segments.slice(2))
    expect(segmentSet.segments.map(({ ids }) => ids?.count ?? null)).toEqual([1, 2, null])
    expect(found()).toEqual(stored())
  })

  it('marks deleted companies in a background build before it joins the set', async () => {
    await addThreeSegments()
    const [newest, second, third] = segmentSet.segments
    const base = await segmentSet.build({ ids: null, from: null, to: third?.to ?? null })
    expect(base.deletedDocs.map(({ by }) => by)).toEqual([newest?.name, second?.name])
    await segmentSet.replace(base, segmentSet.segments.slice(2))
    expect(segmentSet.segments[2]?.deletedDocs).toEqual(base.deletedDocs)
    expect(found()).toEqual(stored())
  })

  it('is as before after dropping the newest segments', async () => {
    const before = found()
    const point = segmentSet.appliedUpTo
    await addThreeSegments()
    segmentSet.dropNewest(3)
    expect(found()).toEqual(before)
    expect(segmentSet.appliedUpTo).toEqual(point)
  })

  it('is the same after reading its manifest, and refuses one of another scope', async () => {
    await addThreeSegments()
    files.writeManifest(segmentSet.toManifest())
    const manifest = files.readManifest()
    expect(manifest).toEqual(segmentSet.toManifest())
    if (manifest === null) return
    expect(files.countIncomplete(manifest.segments)).toBe(0)
    expect(segmentSet.load({ ...manifest, scope: 'others' })).toBe(false)
    expect(segmentSet.load(manifest)).toBe(true)
    expect(found()).toEqual(stored())
  })

  it('keeps the files of a running build, and no other unused files', async () => {
    await addThreeSegments()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    records.gate = () => released
    const building = segmentSet.build({ ids: ['a'], from: segmentSet.appliedUpTo, to: last() })
    files.removeUnused(segmentSet.referencedNames())
    release()
    const built = await building
    segmentSet.release(built)
    files.removeUnused(segmentSet.referencedNames())
    expect(files.countIncomplete([built, ...segmentSet.segments])).toBe(1)
    expect(found()).toEqual(stored())
  })
})
