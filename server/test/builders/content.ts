import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Banner, Notice } from '@baiqicha/contract/home'
import { createContentRepository } from '../../src/features/content/content.repository.ts'
import { createContentService } from '../../src/features/content/content.service.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { ContentPlace } from '../../src/platform/database/tables/content.ts'
import { createImageReEncoder } from '../../src/platform/uploads/re-encode-image.ts'
import { buildPicture } from '../http/uploads.ts'
import { BUILT_AT } from './companies.ts'

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

/** A banner that searches. */
export const buildBanner = (deviation: Partial<Banner> = {}): Banner => ({
  id: 'b-example',
  url: '/banners/search.svg',
  title: '演示标题',
  subtitle: '',
  jumpType: 0,
  jumpUrl: '比亚迪',
  login: false,
  ...deviation,
})

/** A notice without an end. */
export const buildNotice = (deviation: Partial<Notice> = {}): Notice => ({
  id: 'n-example',
  title: '演示公告',
  content: '',
  type: 'info',
  link: null,
  startAt: null,
  endAt: null,
  ...deviation,
})

export const contentText = (content: unknown) => (typeof content === 'string' ? content : JSON.stringify(content))

/** A picture whose header states 100 megapixels. */
async function pictureOf100Megapixels() {
  const picture = await buildPicture({ type: 'png' })
  picture.writeUInt32BE(10_000, 16)
  picture.writeUInt32BE(10_000, 20)
  return picture
}

const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')

/** Picture files by name. */
const pictures: Record<string, () => Promise<Buffer>> = {
  'wide.png': () => buildPicture({ width: 300, height: 100, type: 'png' }),
  'square.png': () => buildPicture({ width: 300, height: 300, type: 'png' }),
  'archive.png': async () => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), zip]),
  'script.svg': async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  'huge.png': pictureOf100Megapixels,
  'heavy.png': async () => Buffer.alloc(5 * 1024 * 1024 + 1),
  'broken.png': async () => (await buildPicture({ type: 'png' })).fill(0, 40, 60),
  'polyglot.png': async () => Buffer.concat([await buildPicture({ type: 'png' }), zip]),
  'polyglot.jpg': async () => Buffer.concat([await buildPicture(), zip]),
}

const draft = (place: ContentPlace, content: unknown, base: number) => ({
  place,
  text: contentText(content),
  base,
  readPicture: async (name: string) => (await pictures[name]?.()) ?? null,
})

type By = { base?: number; author?: string; reason?: string }

/** The content service on a store with the shipped content. `audited` lists its audit rows. */
export async function openContent(db: Database, { jumpHosts = [] }: { jumpHosts?: readonly string[] } = {}) {
  const clock = { now: () => BUILT_AT }
  const audited: string[] = []
  const service = createContentService({
    db,
    clock,
    jumpHosts,
    reEncode: createImageReEncoder({ timeoutMs: 60_000 }),
    operatorAudit: async (_tx, { action, subject, before, after }) => {
      audited.push(`${action} ${subject} ${String(before?.['version'])}→${String(after?.['version'])}`)
    },
  })
  const repository = createContentRepository(clock)
  const fillIfEmpty = () => repository.fillIfEmpty(db)
  await fillIfEmpty()
  return {
    service,
    audited,
    fillIfEmpty,
    preview: (place: ContentPlace, content: unknown) => service.preview(draft(place, content, 1)),
    publish: (place: ContentPlace, content: unknown, { base = 1, author = 'operator', reason = '演示' }: By = {}) =>
      service.publish(draft(place, content, base), { operator: author, reason }),
  }
}
