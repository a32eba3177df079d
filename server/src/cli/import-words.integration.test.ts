import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { testFile } from '../../test/importers/import-tables.ts'

const program = fileURLToPath(new URL('import.ts', import.meta.url))
const openData = fileURLToPath(new URL('../../test/importers/open-data', import.meta.url))

async function runImport({ location }: TestDatabase, words: readonly string[]) {
  const env = { ...process.env, DATABASE_URL: location.databaseUrl ?? '', DATA_DIR: location.dataDir }
  const child = spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  await once(child, 'close')
  return { code: child.exitCode, output }
}

const names = ({ db }: TestDatabase) => db.selectFrom('company').select('name').orderBy('name').execute()

describeDatabases('the import command', (freshDatabase) => {
  it('with columns prints how each is read, and writes a mapping that an import takes', async () => {
    const database = await freshDatabase()
    const file = await testFile('企业名称,注册资本,我的备注\n演示甲有限公司,100万元人民币,x\n')
    const shown = await runImport(database, ['columns', file, '--out', path.dirname(file)])
    expect(shown.code).toBe(0)
    expect(shown.output).toContain('企业名称 → name：演示甲有限公司')
    expect(shown.output).toContain('我的备注 → （不读取）：x')
    const words = ['companies', file, '--source', 'demo', '--mapping', `${file}.mapping.json`]
    expect(await runImport(database, words)).toMatchObject({ code: 0 })
    expect(await names(database)).toEqual([{ name: '演示甲有限公司' }])
  })

  it('with template writes tables that an import takes once they are filled in', async () => {
    const database = await freshDatabase()
    const folder = path.dirname(await testFile(''))
    expect(await runImport(database, ['template', 'companies', '--out', folder])).toMatchObject({ code: 0 })
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['companies-template.csv', 'companies-template.xlsx']))
    const filled = path.join(folder, 'companies-template.csv')
    await appendFile(filled, ',,演示甲有限公司\n')
    expect(await runImport(database, ['companies', filled, '--source', 'demo'])).toMatchObject({ code: 0 })
    expect(await names(database)).toEqual([{ name: '演示甲有限公司' }])
  })

  it('writes the rejected rows into the folder of --rejects', async () => {
    const database = await freshDatabase()
    const file = await testFile('name,scope\n演示甲有限公司,\n,演示\n')
    const folder = path.dirname(await testFile(''))
    const words = ['companies', file, '--source', 'demo', '--max-rejects', '100%', '--rejects', folder]
    expect(await runImport(database, words)).toMatchObject({ code: 2 })
    expect((await readdir(folder)).filter((name) => name.endsWith('.rejects.ndjson'))).toHaveLength(1)
  })

  it.each([
    ['gleif', 'lei2-golden-copy.csv'],
    ['wikidata', 'items.ndjson'],
  ])('%s loads a file of the open source without --source', async (word, file) => {
    const database = await freshDatabase()
    const { code, output } = await runImport(database, [word, path.join(openData, file)])
    expect(code, output).toBe(0)
    expect(output).toContain('收录')
  })
})
