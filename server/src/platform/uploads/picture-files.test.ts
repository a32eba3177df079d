import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { pictureFilesSuite } from '../../../test/uploads/picture-files.suite.ts'
import { createPictureFiles } from './picture-files.ts'

async function open() {
  const folder = await mkdtemp(path.join(tmpdir(), 'baiqicha-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return createPictureFiles(folder)
}

describe('pictures in a folder', () => {
  pictureFilesSuite(open)

  it('are readable by the owner of the process only', async () => {
    const files = await open()
    await files.save('i-0123456789abcdefghij', Buffer.from('picture'))
    expect((await stat(files.placeOf('i-0123456789abcdefghij'))).mode & 0o077).toBe(0)
  })
})
