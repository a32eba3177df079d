import { readdirSync, readFileSync } from 'node:fs'

/** Budgets of the web app, gzip: what the first page loads, and each chunk that comes later. */
const assets = 'web/dist/assets'
const html = readFileSync('web/dist/index.html', 'utf8')
const first = [...html.matchAll(/(?:src|href)="\/?(?:\.\/)?assets\/([^"]+\.js)"/g)].map((match) => match[1])
const chunks = readdirSync(assets).filter((name) => name.endsWith('.js') && !first.includes(name))
const styles = readdirSync(assets).filter((name) => name.endsWith('.css'))
const size = (name, path, limit) => ({ name, path, limit, gzip: true })

export default [
  size(
    '首次加载的脚本',
    first.map((name) => `${assets}/${name}`),
    '150 kB',
  ),
  ...chunks.map((name) => size(name.replace(/-[\w-]{8}\.js$/, ''), `${assets}/${name}`, '40 kB')),
  size(
    '样式',
    styles.map((name) => `${assets}/${name}`),
    '15 kB',
  ),
]
