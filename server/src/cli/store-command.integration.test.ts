import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteFileIn } from '../platform/database/open-database.ts'
import { cliOperator } from './store-command.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'baiqicha-command-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function runProgram(name: string, words: readonly string[]) {
  const program = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const { status, stderr } = spawnSync(process.execPath, [program, ...words], { env, encoding: 'utf8' })
  return { status, stderr }
}

const commands: [string, string[]][] = [
  ['admin', ['corrections']],
  ['import', ['companies', 'companies.csv', '--source', 'exchange-list']],
]

describe.each(commands)('the %s command', (name, words) => {
  it('prints one sentence with the file for a store that is no database', () => {
    const file = sqliteFileIn(dataDir)
    writeFileSync(file, 'no database '.repeat(1_000))
    const { status, stderr } = runProgram(name, words)
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `数据库文件不是 SQLite 数据库：${file}。请用备份替换；若不需要其中的数据，移走后重新启动会新建。\n`,
    })
  })
})

it('names the user of a command', () => {
  expect(cliOperator(() => ({ username: 'zhang' }))).toBe('cli:zhang')
})

const readNobody = () => {
  throw new Error('uv_os_get_passwd returned ENOENT')
}

it('names a user without an account by his number', () => {
  expect(cliOperator(readNobody)).toBe(`cli:${process.getuid?.()}`)
})
