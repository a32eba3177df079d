import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { installIfNeeded } from './lib/build.mjs'
import { root } from './lib/paths.mjs'

// `npm run texts`: every Chinese sentence that a user can see, with file and line. `--long`: the long ones only.
await installIfNeeded()
const { isLong, textsOfLines, textsOfSource } = await import('./lib/texts.mjs')

const find = (folder, pattern) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((file) => `${folder}/${file.split(sep).join('/')}`)
    .filter((file) => pattern.test(file))
const read = (file) => readFileSync(join(root, file), 'utf8')

const sources = ['web/src', 'contract/src', 'server/src']
  .flatMap((folder) => find(folder, /\.tsx?$/))
  .filter((file) => !/\.test\.tsx?$/.test(file))
const lines = [...find('data/agreements', /\.(md|json)$/), ...find('data/content', /\.json$/), 'data/membership.json']
const texts = [
  ...lines.flatMap((file) => textsOfLines(file, read(file))),
  ...sources.flatMap((file) => textsOfSource(file, read(file))),
].sort((one, other) => one.file.localeCompare(other.file, 'en') || one.line - other.line)

const isWanted = process.argv.includes('--long') ? ({ text }) => isLong(text) : () => true
for (const { file, line, text } of texts.filter(isWanted)) console.log(`${file}:${line}\t${text}`)
