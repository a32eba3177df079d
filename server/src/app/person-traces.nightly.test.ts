import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ServerProcess, temporaryFolder } from '../../test/process/server-process.ts'

/** Found in no data: a name, and a valid number of a region and a year without persons. */
const NAME = '演示金丝雀'
const NUMBER = '99000118630713004X'
/** Typed where it is stored, so that the search of the files is known to find what is there. */
const CONTROL = '演示对照词'

/** How a text may lie in a file. */
const encodings = (text: string) => [
  Buffer.from(text),
  Buffer.from(text, 'utf16le'),
  Buffer.from(encodeURIComponent(text)),
  Buffer.from(
    JSON.stringify(text)
      .replace(/\P{ASCII}/gu, (char) => `\\u${char.charCodeAt(0).toString(16)}`)
      .slice(1, -1),
  ),
  Buffer.from(
    Buffer.from(text)
      .toString('base64')
      .replace(/.{0,2}=*$/u, ''),
  ),
]

/** Files that contain the text; the outboxes are no part of the data. */
function filesWith(folder: string, text: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => {
      const content = readFileSync(file)
      return encodings(text).some((bytes) => content.includes(bytes))
    })
    .map((file) => path.relative(folder, file))
}

it('a name and a certificate number typed for a person are in no file of the data and in no line of the log', async () => {
  const folder = temporaryFolder()
  const server = new ServerProcess({ folder, env: { LOG_LEVEL: 'debug' } })
  const token = await server.signIn()
  const person = { name: NAME, subjectType: '自然人' }
  const typed = [NUMBER, NUMBER.toLowerCase(), `${NUMBER.slice(0, 17)}*`, NUMBER.replace(/^99/u, '98')]
  expect(await server.call('saveSearchHistory', { companyName: CONTROL }, token)).toMatchObject({ code: 0 })
  expect(await server.call('debtorSearch', { ...person, certNo: NUMBER }, token)).toMatchObject({ code: 0 })
  for (const certNo of typed) {
    for (const view of ['current', 'history']) await server.call('debtorSearch', { ...person, view, certNo }, token)
    await server.call('debtorSearch', { ...person, subjectType: '企业', certNo }, token)
    await server.call('debtorSearch', { ...person, page: 51, certNo }, token)
    await server.call('debtorSearch', { ...person, certNo })
  }
  for (const [companyId, recordId] of [
    ['c-none', NAME],
    [NAME, 'r-none'],
    [NUMBER, NUMBER],
  ]) {
    expect(await server.call('personDetail', { companyId, recordId }, token)).toMatchObject({ code: 4040 })
    await server.call('personDetail', { companyId, recordId, role: NAME }, token)
  }

  const data = path.join(folder, 'data')
  const texts = [NAME, NUMBER, NUMBER.slice(0, 14), NUMBER.slice(6, 17)]
  for (const moment of ['while the server runs', 'after it ended']) {
    if (moment === 'after it ended') expect(await server.end('SIGTERM')).toBe(0)
    for (const text of texts) expect.soft(filesWith(data, text), `${text} ${moment}`).toEqual([])
    expect(filesWith(data, CONTROL), moment).not.toEqual([])
  }
  for (const text of texts) expect.soft(server.output).not.toContain(text)
}, 120_000)
