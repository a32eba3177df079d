import { readFileSync } from 'node:fs'
import { LICENCE_TEXTS_PATH, type Licence, licenceTextsSchema } from '@baiqicha/contract/about'
import * as z from 'zod/mini'
import type { WebFile } from '../../platform/web/web-files.ts'

const packageSchema = z.object({ version: z.string() })

/** Version of the product. */
export const readProductVersion = (): string =>
  z.parse(packageSchema, JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))).version

/** The licences that the web build collected (tools/lib/licences.mjs); none without a build. */
export async function readLicences(webFiles: ReadonlyMap<string, WebFile>): Promise<Licence[]> {
  const file = webFiles.get(LICENCE_TEXTS_PATH)
  if (file === undefined) return []
  const { list } = z.parse(licenceTextsSchema, JSON.parse((await file.content('identity')).toString('utf8')))
  return list.map(({ name, version, licence }) => ({ name, version, licence }))
}
