import { buildIfNeeded } from './lib/build.mjs'
import { copyImageFiles } from './lib/image-files.mjs'

// Builds the product and copies what a running server reads into a folder: `node tools/image.mjs <folder>`. The Dockerfile
// calls it after `npm ci`.
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('node tools/image.mjs <folder>')
await buildIfNeeded('web', 'server', 'desk')
copyImageFiles(folder)
