import { expect, it } from 'vitest'
import { FileCorrupted, IndexCorrupted, withFileContext } from './index-corruption.ts'

const file = 'file'

const shortOf = (code: string) => () => {
  throw new IndexCorrupted('cannot be opened', { cause: Object.assign(new Error(code), { code }) })
}

it('does not report a shortage of the system as corruption', () => {
  expect(() => withFileContext(file, shortOf('EMFILE'))).toThrow('EMFILE')
  expect(() => withFileContext(file, shortOf('EMFILE'))).not.toThrow(IndexCorrupted)
  for (const code of ['ENOENT', 'EIO']) expect(() => withFileContext(file, shortOf(code))).toThrow(FileCorrupted)
})
