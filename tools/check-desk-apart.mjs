import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/paths.mjs'

// A step of `npm run check`: the built web app contains no code of the desk of operators.

const marks = ['/api/desk', 'x-baiqicha-desk']

const filesWithMarks = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => marks.some((mark) => readFileSync(file, 'utf8').includes(mark)))

// Without the marks in the desk itself the check would find nothing anywhere.
if (filesWithMarks('web/dist-desk').length === 0) throw new Error(`web/dist-desk contains none of ${marks.join(', ')}`)
const found = filesWithMarks('web/dist')
for (const file of found) console.error(`${file} contains code of the desk`)
process.exitCode = found.length > 0 ? 1 : 0
