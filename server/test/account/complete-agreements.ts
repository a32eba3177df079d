import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const shippedFolder = fileURLToPath(new URL('../../../data/agreements', import.meta.url))

/** Copies the shipped agreements into a new folder and fills their placeholders. Returns the folder. */
export function completeAgreements(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-agreements-'))
  cpSync(shippedFolder, folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/【[^】]*】/g, '演示'))
  }
  return folder
}
