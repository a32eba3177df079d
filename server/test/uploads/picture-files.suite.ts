import { expect, it } from 'vitest'
import type { PictureFiles } from '../../src/platform/uploads/picture-files.ts'

/** The ids in order. */
export async function collectIds(ids: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const id of ids) all.push(id)
  return all.toSorted()
}

/** What every store of pictures does. `open` returns an empty one. */
export function pictureFilesSuite(open: () => Promise<PictureFiles>) {
  it('returns the bytes of a picture as they were saved, and null for none', async () => {
    const files = await open()
    const picture = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251))
    await files.save('i-0123456789abcdefghij', picture)
    await files.save('i-empty00000000000000', Buffer.alloc(0))
    expect((await files.read('i-0123456789abcdefghij'))?.equals(picture)).toBe(true)
    expect(await files.read('i-empty00000000000000')).toEqual(Buffer.alloc(0))
    expect(await files.read('i-missing000000000000')).toBeNull()
  })

  it('replaces a picture that is saved again', async () => {
    const files = await open()
    await files.save('i-0123456789abcdefghij', Buffer.from('before'))
    await files.save('i-0123456789abcdefghij', Buffer.from('after'))
    expect((await files.read('i-0123456789abcdefghij'))?.toString()).toBe('after')
  })

  it('removes a picture, and nothing when there is none', async () => {
    const files = await open()
    await files.save('i-0123456789abcdefghij', Buffer.from('picture'))
    await files.remove('i-0123456789abcdefghij')
    await files.remove('i-0123456789abcdefghij')
    expect(await files.read('i-0123456789abcdefghij')).toBeNull()
    expect(await collectIds(files.listOlderThan(Date.now() + 60_000))).toEqual([])
  })

  it('lists the pictures that are older than an instant, however many', async () => {
    const files = await open()
    const ids = Array.from({ length: 1_050 }, (_, at) => `i-${String(at).padStart(20, '0')}`)
    for (let from = 0; from < ids.length; from += 50) {
      await Promise.all(ids.slice(from, from + 50).map((id) => files.save(id, Buffer.from(id))))
    }
    expect(await collectIds(files.listOlderThan(Date.now() - 60_000))).toEqual([])
    expect(await collectIds(files.listOlderThan(Date.now() + 60_000))).toEqual(ids)
  })

  it('names the place of a picture, without a credential', async () => {
    const files = await open()
    expect(files.placeOf('i-0123456789abcdefghij')).toMatch(/^(\/|[A-Z]:\\|s3:\/\/)[^@]*i-0123456789abcdefghij\.jpg$/)
  })

  it('can be reached', async () => {
    await expect((await open()).requireReachable()).resolves.toBeUndefined()
  })
}
