import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'
import { productionPackages, readLock } from './production-packages.mjs'

/** Packages of the lock file that are installed for building and testing, but from which shipped data are made. */
const dataPackages = new Map([
  ['@zxcvbn-ts/language-common', '常见密码表'],
  ['opencc-js', '简繁对照表'],
  ['pinyin-pro', '汉字读音表'],
])

const licenceFile = /^(licen[cs]e|copying|notice)([.-]|$)/i

/** The licence texts of a package, in the order of their file names; null: none is shipped with it. */
function textIn(folder) {
  if (!existsSync(folder)) return null
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && licenceFile.test(entry.name),
  )
  const texts = files
    .map(({ name }) => name)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
  return texts.length === 0 ? null : texts.join('\n\n')
}

/** Packages in the product. Builds for one platform belong to the package that chooses them. */
function shippedPackages() {
  const lock = readLock()
  const installed = productionPackages(lock).filter(({ entry }) => entry.os === undefined)
  const sources = [...dataPackages].map(([name, data]) => {
    const path = `node_modules/${name}`
    const { version, license } = lock.packages[path]
    return { path, name: `${name}（${data}）`, version, licence: license }
  })
  return [...installed, ...sources].map(({ path, name, version, licence = '见许可文本' }) => ({
    name,
    version,
    licence,
    content: textIn(join(root, path)),
  }))
}

const key = ({ name, version }) => `${name} ${version ?? ''}`

/**
 * Name, version, licence and licence text of every shipped package and asset, by name. Reads the lock file and installed
 * packages only, so the same lock file gives the same result, without a network.
 * @returns {{ list: { name: string, version: string | null, licence: string, text: number | null }[], texts: string[] }}
 */
export function collectLicences() {
  const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim()
  const all = [
    { name: '百企查', version: null, licence: 'Apache-2.0', content: own },
    { name: '语音验证码的录音', version: null, licence: 'Apache-2.0', content: own },
    ...shippedPackages(),
  ]
  const unique = [...new Map(all.map((one) => [key(one), one])).values()]
  unique.sort((one, other) => (key(one) < key(other) ? -1 : 1))
  const texts = [...new Set(unique.flatMap(({ content }) => (content === null ? [] : [content])))]
  return {
    list: unique.map(({ content, ...one }) => ({ ...one, text: content === null ? null : texts.indexOf(content) })),
    texts,
  }
}
