import { statSync } from 'node:fs'
import { buildIfNeeded } from './lib/build.mjs'
import { imageFiles } from './lib/image-files.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { nodePath } from './lib/node.mjs'

// `npm run image-size`: size of the container image, unpacked. Counts the files that the Dockerfile copies and the Node of
// this machine; the base image is not here and enters with a size that the Debian packages of it have.
const LIMIT = 250e6
/**
 * gcr.io/distroless/cc-debian12, amd64: Installed-Size of base-files, netbase, tzdata, media-types, libc6, libssl3,
 * libzstd1, zlib1g, libgcc-s1, libgomp1, libstdc++6 and ca-certificates in Debian 12.
 */
const BASE_BYTES = 27e6
/** debian:12-slim, the default of the Dockerfile, is larger by about so much: it has a shell and dpkg. */
const DEFAULT_BASE_MORE = 48e6

const MB = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

await installIfNeeded()
await buildIfNeeded('web', 'server')
const files = imageFiles()
const sum = (matches) => files.filter(({ file }) => matches(file)).reduce((total, { bytes }) => total + bytes, 0)
const rows = [
  ['base image (from the sizes of its packages, not measured)', BASE_BYTES],
  ['Node', statSync(nodePath()).size],
  ['canvas', sum((file) => file.includes('@napi-rs/canvas'))],
  ['other packages', sum((file) => file.includes('node_modules/') && !file.includes('@napi-rs/canvas'))],
  ['server', sum((file) => file.startsWith('server/dist/'))],
  ['web app', sum((file) => file.startsWith('web/dist/'))],
  ['data', sum((file) => file.startsWith('data/'))],
]
const total = rows.reduce((bytes, [, size]) => bytes + size, 0)
for (const [what, bytes] of rows) console.log(`${MB(bytes).padStart(9)}  ${what}`)
console.log(
  `${MB(total).padStart(9)}  in ${files.length} files; limit ${MB(LIMIT)}: ${total <= LIMIT ? 'met' : 'NOT MET'}`,
)
console.log(
  `${MB(total + DEFAULT_BASE_MORE).padStart(9)}  with the default base debian:12-slim, to which the limit does not apply`,
)
process.exitCode = total <= LIMIT ? 0 : 1
