import { copyFileSync, createReadStream, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createGunzip, gzipSync } from 'node:zlib'
import type { DatabaseLocation } from '../../server/src/platform/database/open-database.ts'
import { type ImportFigures, importWithSource } from './import-command.ts'
import { giveUp } from './report.ts'

/** The files of a register of a million companies. They are no part of the project. */

export const defaultRegisterFolder = fileURLToPath(new URL('../../../shared/data', import.meta.url))
/** The lists of listed companies ship with the product, with the columns that its mapping requires. */
const shipped = { folder: fileURLToPath(new URL('../../data/starter', import.meta.url)) }
const sourceId = 'register'

/** In the order in which an operator imports them. */
const files = {
  core: { name: 'companies_registry_core.csv.gz', mapping: 'registry', source: sourceId },
  detail: { name: 'companies_registry_detail_200k.csv.gz', mapping: 'registry', source: sourceId },
  listed: { ...shipped, name: 'companies.csv.gz', mapping: 'listed-companies', source: 'exchange-list' },
  nameChanges: {
    ...shipped,
    name: 'name-changes.csv.gz',
    mapping: 'listed-name-changes',
    source: 'short-name-changes',
  },
}
export type RegisterFile = keyof typeof files
export const registerFiles: readonly RegisterFile[] = ['core', 'detail', 'listed', 'nameChanges']

function pathOf(file: RegisterFile, folder: string): string {
  const { name, ...place } = files[file]
  return path.resolve('folder' in place ? place.folder : folder, name)
}

/** Paths of all files, in `--data <folder>` or beside the repository. */
export function registerPaths(folder = defaultRegisterFolder): string[] {
  const paths = registerFiles.map((file) => pathOf(file, folder))
  const missing = paths.filter((file) => !existsSync(file))
  if (missing.length > 0) giveUp(`Missing: ${missing.join(', ')}. Name the folder of a register with --data <folder>.`)
  return paths
}

/** Copies the header and the first rows of a compressed file. */
async function copyRows(original: string, copy: string, rows: number) {
  const lines = createInterface({ input: createReadStream(original).pipe(createGunzip()) })
  const first: string[] = []
  for await (const line of lines) {
    first.push(line)
    if (first.length > rows) break
  }
  writeFileSync(copy, gzipSync(`${first.join('\n')}\n`, { level: 1 }))
}

/**
 * Imports one of the files, or its first `rows`. The import writes its rejects beside the file, whose folder may be read-only: it gets a copy.
 */
export async function importRegisterFile(
  file: RegisterFile,
  location: DatabaseLocation,
  { data, rows }: { data: string | undefined; rows?: number | undefined },
): Promise<ImportFigures> {
  const { name, mapping, source } = files[file]
  const folder = path.join(location.dataDir, 'input')
  mkdirSync(folder, { recursive: true })
  const copy = path.join(folder, name)
  const original = pathOf(file, data ?? defaultRegisterFolder)
  if (rows === undefined) copyFileSync(original, copy)
  else await copyRows(original, copy, rows)
  const register = {
    id: sourceId,
    name: '企业登记数据（评测用）',
    scope: '2005 年以前成立的企业',
    url: null,
    licence: 'CC BY-NC-SA 4.0，仅用于评测',
    kind: 'register',
    asOf: '2019',
  }
  return importWithSource(['companies', copy, '--mapping', mapping, '--source', source], register, location)
}
