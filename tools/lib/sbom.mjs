import { createHash } from 'node:crypto'
import { productionPackages } from './production-packages.mjs'

const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** `sha512-<base64>` of the lock file as CycloneDX states it. */
function hashesOf(integrity) {
  const [algorithm, value = ''] = integrity.split('-')
  return [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(value, 'base64').toString('hex') }]
}

function licencesOf(licence) {
  if (licence === undefined) return []
  return /\s/.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }]
}

const toComponent = ({ name, version, licence, entry }) => {
  const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return {
    type: 'library',
    'bom-ref': purlOf({ name, version }),
    ...(group !== undefined && { group }),
    name: own,
    version,
    scope: entry.optional ? 'optional' : 'required',
    hashes: hashesOf(entry.integrity),
    licenses: licencesOf(licence),
    purl: purlOf({ name, version }),
  }
}

/** Place of a dependency as Node finds it: in the folder of the package, then in the folders around it. */
function resolve(name, from, byPath) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const found = byPath.get(`${folder === '' ? '' : `${folder}/`}node_modules/${name}`)
    if (found !== undefined || folder === '') return found
  }
}

function dependenciesOf(path, entry, byPath) {
  const names = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies })
  const found = names.flatMap((name) => resolve(name, path, byPath) ?? [])
  return [...new Set(found.map(purlOf))].sort()
}

const byKey = (key) => (one, other) => (one[key] < other[key] ? -1 : 1)

/** Deterministic identifier: the same components have the same one. */
function serialOf(content) {
  const hex = createHash('sha256').update(content).digest('hex')
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * The packages of the running product as a CycloneDX document. It has no time and a serial number from its content, so
 * the same lock file gives the same document.
 */
export function createSbom(lock) {
  const packages = productionPackages(lock)
  const byPath = new Map(packages.map((one) => [one.path, one]))
  const unique = [...new Map(packages.map((one) => [purlOf(one), one])).values()]
  const components = unique.map(toComponent).sort(byKey('purl'))
  const product = { name: lock.name, version: lock.version }
  // The top folder has the builds of Node for machines with an older one; its other packages are for development.
  const { optionalDependencies } = lock.packages['']
  const workspaces = ['contract', 'server', 'web'].map((path) => [path, lock.packages[path]])
  const direct = [['', { optionalDependencies }], ...workspaces].flatMap(([path, entry]) =>
    dependenciesOf(path, entry, byPath),
  )
  const dependencies = [
    { ref: purlOf(product), dependsOn: [...new Set(direct)].sort() },
    ...unique
      .map((one) => ({ ref: purlOf(one), dependsOn: dependenciesOf(one.path, one.entry, byPath) }))
      .sort(byKey('ref')),
  ]
  const content = {
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purlOf(product),
        ...product,
        licenses: licencesOf('Apache-2.0'),
        purl: purlOf(product),
      },
    },
    components,
    dependencies,
  }
  const serialNumber = serialOf(JSON.stringify(content))
  return { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber, version: 1, ...content }
}

/** SPDX licences of production packages that need no more than their text. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])

/** Licences that demand the same licence of what is built with the package, or of its changes. */
const copyleft = /^(A|L)?GPL|^(MPL|EPL|CDDL|EUPL|OSL|SSPL|CPAL|MS-RL|CC-BY-SA|CC-BY-NC)(-|$)/i

/** Terms of an SPDX expression: words and parentheses. */
const tokensOf = (expression) => expression.match(/[()]|[^\s()]+/g) ?? []

/** Whether an SPDX expression permits use under an allowed licence alone. Anything that is no expression does not. */
function isAllowed(expression) {
  const tokens = tokensOf(expression)
  let at = 0
  function readTerm() {
    const token = tokens[at++]
    if (token !== '(') return allowed.has(token)
    const inner = readAny()
    return tokens[at++] === ')' && inner
  }
  function readAll() {
    let result = readTerm()
    while (tokens[at] === 'AND') {
      at += 1
      result = readTerm() && result
    }
    return result
  }
  function readAny() {
    let result = readAll()
    while (tokens[at] === 'OR') {
      at += 1
      result = readAll() || result
    }
    return result
  }
  const result = readAny()
  return at === tokens.length && result
}

/**
 * A sentence for each package whose licence is copyleft or unknown.
 * @param {readonly { name: string, version: string, licence: string | undefined }[]} packages
 * @returns {string[]}
 */
export function licenceFaults(packages) {
  const bad = packages.filter(({ licence }) => licence === undefined || !isAllowed(licence))
  return bad.map(({ name, version, licence }) => {
    const isCopyleft = licence !== undefined && tokensOf(licence).some((token) => copyleft.test(token))
    const reason = isCopyleft ? '对衍生作品有许可要求' : '不在已知的许可之列'
    return `${name} ${version}：许可 ${licence ?? '未写明'} ${reason}`
  })
}
