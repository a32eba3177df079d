import type { ExportFormat } from '@baiqicha/contract/account'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Session } from '../../domain/account/session.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Audit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { noSession } from '../../platform/http/refusal.ts'
import { takeOrRefuse } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { csvOf } from '../../platform/personal-data/csv.ts'
import {
  type ExportedPicture,
  type ExportRow,
  exportTime,
  type Person,
  type PersonalData,
} from '../../platform/personal-data/personal-data.ts'
import type { PictureFiles } from '../../platform/uploads/picture-files.ts'
import type { ProveOwnNumber } from './sms-code.service.ts'
import type { UserRepository } from './user.repository.ts'

type ZipEntry = {
  name: string
  /** Bytes that are compressed already are stored as they are. */
  isCompressed: boolean
  /** null: the entry is left out. */
  read: () => Promise<Uint8Array | null>
}

/** A zip archive, chunk by chunk. At most one entry is in memory. */
async function* zipStream(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error
    chunks.push(chunk)
  })
  const takeChunks = () => {
    const taken = chunks
    chunks = []
    return taken
  }
  for (const { name, isCompressed, read } of entries) {
    const bytes = await read()
    if (bytes === null) continue
    const file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name)
    zip.add(file)
    file.push(bytes, true)
    yield* takeChunks()
  }
  zip.end()
  yield* takeChunks()
}

export type ExportRequest = {
  session: Session
  format: ExportFormat
  /** Proves the number of a session that a partner opened; empty: none. */
  smsCode: string
  address: string
}

type ExportDeps = {
  db: Database
  clock: Clock
  audit: Audit
  limiter: Pick<Limiter, 'take' | 'giveBack'>
  proveOwnNumber: ProveOwnNumber
  users: Pick<UserRepository, 'findMobile'>
  files: Pick<PictureFiles, 'read' | 'requireReachable'>
  /** Stores the views that are still in memory. */
  flushViews: () => Promise<void>
  register: readonly PersonalData[]
}

type Section = { title: string; rows: readonly ExportRow[] }

/** What is not exported, and what is retained after an erasure. */
function notesOf(register: readonly PersonalData[]): string {
  const omitted = register.flatMap(({ title, exported }) =>
    'reason' in exported ? [`- ${title}：${exported.reason}`] : [],
  )
  const retained = register.flatMap(({ title, erased }) =>
    typeof erased === 'object' ? [`- ${title}：${erased.retained}`] : [],
  )
  return ['不导出的数据：', ...omitted, '', '注销后保留的数据：', ...retained, ''].join('\r\n')
}

const textEntry = (name: string, text: string): ZipEntry => ({
  name,
  isCompressed: false,
  read: async () => Buffer.from(text, 'utf8'),
})

export function createExportService(deps: ExportDeps) {
  const { db, clock, audit, limiter, proveOwnNumber, users, files, flushViews, register } = deps

  /** Takes one export of the day, and the code of a session that a partner opened. */
  async function admit({ session, smsCode, address }: ExportRequest): Promise<Person> {
    const mobile = await users.findMobile(db, session.userId)
    if (mobile === null) throw noSession()
    const person = { userId: session.userId, mobile }
    const taken = await takeOrRefuse(limiter, [{ limit: 'exportsPerUser', subject: session.userId }])
    try {
      const proof = { session, scene: 'exportData', smsCode, address } as const
      await proveOwnNumber(proof, (tx) => audit(tx, 'dataExported', { ...person, address }))
    } catch (error) {
      await limiter.giveBack(taken)
      throw error
    }
    return person
  }

  async function collect(person: Person): Promise<{ sections: Section[]; pictures: ExportedPicture[] }> {
    const sections: Section[] = []
    const pictures: ExportedPicture[] = []
    for (const { title, exported, pictures: findPictures } of register) {
      if ('rows' in exported) sections.push({ title, rows: await exported.rows(db, person) })
      if (findPictures !== undefined) pictures.push(...(await findPictures(db, person)))
    }
    return { sections, pictures }
  }

  /** Headings without rows make no file, so that each file of an archive has data. */
  function sectionEntries(sections: readonly Section[], format: ExportFormat): ZipEntry[] {
    if (format === 'csv') {
      return sections
        .filter(({ rows }) => rows.length > 0)
        .map(({ title, rows }) => textEntry(`${title}.csv`, csvOf(rows)))
    }
    const data = Object.fromEntries(sections.map(({ title, rows }) => [title, rows]))
    return [textEntry('我的数据.json', JSON.stringify({ 导出时间: exportTime(clock.now()), ...data }, null, 2))]
  }

  return {
    /** All data about the user as a zip archive. Reads every row before it returns. @throws Refusal */
    async exportData(request: ExportRequest): Promise<AsyncGenerator<Uint8Array>> {
      // Before an export of the day and a code are spent: an archive without its pictures would not be all data.
      await files.requireReachable()
      const person = await admit(request)
      await flushViews()
      const { sections, pictures } = await collect(person)
      return zipStream([
        textEntry('说明.txt', notesOf(register)),
        ...sectionEntries(sections, request.format),
        ...pictures.map(
          ({ id, name }): ZipEntry => ({
            name,
            isCompressed: true,
            // null: the picture was erased while the archive is sent. A failure breaks the archive off.
            read: () => files.read(id),
          }),
        ),
      ])
    },
  }
}
export type ExportService = ReturnType<typeof createExportService>
