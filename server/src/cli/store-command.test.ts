import { expect, it } from 'vitest'
import { cliOperator } from './store-command.ts'

it('names the user of a command', () => {
  expect(cliOperator(() => ({ username: 'zhang' }))).toBe('cli:zhang')
})

const readNobody = () => {
  throw new Error('uv_os_get_passwd returned ENOENT')
}

it('names a user without an account by his number', () => {
  expect(cliOperator(readNobody)).toBe(`cli:${process.getuid?.()}`)
})
