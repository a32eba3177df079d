import { buildIfNeeded } from './lib/build.mjs'
import { copyImageFiles, writeBase } from './lib/image-files.mjs'

// Builds the product and copies what a running server reads into a folder, and what the server needs of Linux into another:
// `node tools/image.mjs <folder> [<folder of the base>]`. The Dockerfile calls it after `npm ci`.
const [folder, base] = process.argv.slice(2)
if (folder === undefined) throw new Error('node tools/image.mjs <folder> [<folder of the base>]')
await buildIfNeeded('web', 'server', 'desk')
copyImageFiles(folder)
if (base !== undefined) writeBase(base)
