import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { giveUp } from './bench-store.ts'

export const defaultDataFolder = fileURLToPath(new URL('../../../shared/data', import.meta.url))

const names = {
  core: 'companies_registry_core.csv.gz',
  detail: 'companies_registry_detail_200k.csv.gz',
  listed: 'listed_companies.csv',
  nameChanges: 'listed_name_changes.csv',
}

export type RegistryFiles = typeof names

/** The files of a whole register: in `--data <folder>`, else beside the repository. They are not part of it. */
export function findRegistryFiles(folder = defaultDataFolder): RegistryFiles {
  const at = (name: string) => path.resolve(folder, name)
  const files = {
    core: at(names.core),
    detail: at(names.detail),
    listed: at(names.listed),
    nameChanges: at(names.nameChanges),
  }
  const missing = Object.values(files).filter((file) => !existsSync(file))
  if (missing.length > 0) {
    giveUp(`This bench needs the files of a register: ${missing.join(', ')}. Name their folder with --data <folder>.`)
  }
  return files
}
