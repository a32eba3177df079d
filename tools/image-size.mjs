import { statSync } from 'node:fs'
import { installAndBuild } from './lib/build.mjs'
import { baseLibraries, imageFiles } from './lib/image-files.mjs'

// `npm run image-size`: size of the container image, unpacked. Counts the files that the Dockerfile copies, with the Node and the
// shared libraries of this machine.
const LIMIT = 250e6
/** debian:12-slim, which has a shell, as a base instead of the libraries: the published size of the image. */
const DEBIAN_BYTES = 75e6

const MB = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

const node = await installAndBuild('web', 'server', 'desk')
const files = imageFiles()
const sum = (matches) => files.filter(({ file }) => matches(file)).reduce((total, { bytes }) => total + bytes, 0)
const base = baseLibraries().reduce((total, { bytes }) => total + bytes, 0)
const rows = [
  ['shared libraries', base],
  ['Node', statSync(node).size],
  ['canvas', sum((file) => file.includes('@napi-rs/canvas'))],
  ['other packages', sum((file) => file.includes('node_modules/') && !file.includes('@napi-rs/canvas'))],
  ['server', sum((file) => file.startsWith('server/dist/'))],
  ['web app', sum((file) => file.startsWith('web/dist/'))],
  ['desk', sum((file) => file.startsWith('web/dist-desk/'))],
  ['data', sum((file) => file.startsWith('data/'))],
]
const total = rows.reduce((bytes, [, size]) => bytes + size, 0)
for (const [what, bytes] of rows) console.log(`${MB(bytes).padStart(9)}  ${what}`)
console.log(
  `${MB(total).padStart(9)}  in ${files.length} files; limit ${MB(LIMIT)}: ${total <= LIMIT ? 'met' : 'NOT MET'}`,
)
console.log(
  `${MB(total - base + DEBIAN_BYTES).padStart(9)}  with BASE_IMAGE=debian:12-slim, for which there is no limit`,
)
process.exitCode = total <= LIMIT ? 0 : 1
