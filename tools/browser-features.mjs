import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserFloor } from './lib/browser-floor.mjs'
import { nodePath } from './lib/node.mjs'
import { bin, root } from './lib/paths.mjs'
import { run } from './lib/run.mjs'

// `npm run browser-features`: writes the list of features that a browser at the floor lacks, from MDN's compatibility data.

const DATA = {
  spec: '@mdn/browser-compat-data@8.1.9',
  sha512: '7d8D9yzVS4ugLbt4clzc5DKU8dq85K0lRebjzpP43GxSr7vYKmczgfuEU+0beimjl5YmnHkcErtolg5t5ttb0A==',
}

/** Interfaces that a page of this kind can meet: no devices, payments, authentication, graphics or workers. */
const interfaces =
  /^(Abort|Animation|Blob|Broadcast|CSS$|CSSStyle|Clipboard|Compression|Crypto|Custom|DOMException|DOMParser|DOMRect|DOMTokenList|DataTransfer|Decompression|Document|Element|ElementInternals|Event|Extendable|Fetch|File|FontFace|FormData|HTML(Button|Dialog|Document|Element|Form|IFrame|Image|Input|Link|Meta|Script|Select|Slot|Style|Template|TextArea)|Headers|History|Idle|InputEvent|Intersection|Keyboard|Location|Lock|Media(Query|Session)|Message|Mouse|Mutation|Navigat|Node|Notification|Page|Performance|Permission|Pointer|PromiseRejection|Range|Readable|Request|Resize|Response|Scheduler|Screen|Selection|Shadow|Share|Storage|StyleSheet|Submit|TaskController|Text|Toggle|Touch|Transform|TreeWalker|URL|UserActivation|ViewTransition|VisualViewport|Window|Writable)/

const unpack = () => {
  const folder = mkdtempSync(join(tmpdir(), 'browser-features-'))
  try {
    execFileSync('npm', ['pack', DATA.spec, '--silent', '--pack-destination', folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'))
    const bytes = readFileSync(join(folder, archive))
    const hash = createHash('sha512').update(bytes).digest('base64')
    if (hash !== DATA.sha512) throw new Error(`${DATA.spec} 的校验值不符：${hash}`)
    execFileSync('tar', ['xzf', archive], { cwd: folder })
    return JSON.parse(readFileSync(join(folder, 'package', 'data.json'), 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const partsOf = (version) => version.replace('≤', '').split('.').map(Number)

/** Whether the browser had the feature, without prefix and flag, in the version of the floor. */
function has(support, floor) {
  const statements = [support ?? []].flat()
  const plain = statements.find(({ prefix, alternative_name: other, flags }) => !prefix && !other && !flags)
  const added = plain?.version_added
  if (typeof added !== 'string' || added === 'preview') return false
  const [major, minor = 0] = partsOf(added)
  const [floorMajor, floorMinor = 0] = partsOf(floor)
  return major < floorMajor || (major === floorMajor && minor <= floorMinor)
}

const isAtFloor = ({ support }) =>
  Object.entries(browserFloor).every(([browser, version]) => has(support[browser], version))

/** Names of the static members of web interfaces end with _static, here as in the data. */
const isMember = (key) =>
  (/^[A-Za-z]\w*$/.test(key) && !/_(event|permission|parameter|value)$/.test(key) && !key.includes('_')) ||
  key.endsWith('_static')

/** Features of a part of the data by holder: `{ young: { Array: ['at'] }, old: Set }`. */
function split(part, wanted, found) {
  for (const [holder, features] of Object.entries(part)) {
    if (holder.startsWith('__') || !wanted(holder)) continue
    for (const [key, { __compat: compat }] of Object.entries(features)) {
      if (key === '__compat' || compat === undefined || key === holder || !isMember(key)) continue
      if (isAtFloor(compat)) found.old.add(key.replace('_static', ''))
      else if (compat.status?.deprecated !== true) (found.young[holder] ??= []).push(key)
    }
    const own = features.__compat
    if (own === undefined) continue
    if (isAtFloor(own)) found.old.add(holder)
    else if (own.status?.deprecated !== true) (found.young.globalThis ??= []).push(holder)
  }
}

const { javascript, api } = unpack()
const found = { young: {}, old: new Set() }
split(javascript.builtins, () => true, found)
split(javascript.builtins.Intl, () => true, found)
split(api, (name) => interfaces.test(name), found)
// Global functions stand apart in the data.
for (const [name, { __compat: compat }] of Object.entries(api)) {
  if (!/^[a-z]/.test(name) || compat === undefined) continue
  if (isAtFloor(compat)) found.old.add(name)
  else found.young.globalThis.push(name)
}

const byText = (one, other) => (one < other ? -1 : 1)
const sorted = Object.fromEntries(
  Object.entries(found.young)
    .sort(([one], [other]) => byText(one, other))
    .map(([holder, names]) => [holder, [...new Set(names)].sort(byText)]),
)
// Names that an older feature has too: the name alone does not tell them apart.
const ambiguous = [...new Set(Object.values(sorted).flat())].filter((name) => found.old.has(name)).sort(byText)
const file = join(root, 'tools', 'lib', 'young-features.json')
const builtins = Object.keys(javascript.builtins).filter((holder) => Object.hasOwn(sorted, holder))
writeFileSync(file, JSON.stringify({ source: DATA.spec, floor: browserFloor, builtins, ambiguous, features: sorted }))
await run(nodePath(), [bin('@biomejs', 'biome', 'bin', 'biome'), 'format', '--write', file])
