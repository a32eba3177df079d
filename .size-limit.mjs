import { readdirSync, readFileSync } from 'node:fs'

/** Budgets of the web app, gzip, in KiB: what the first page loads, and each chunk that comes later. */
const KIB = 1024
const assets = 'web/dist/assets'
const html = readFileSync('web/dist/index.html', 'utf8')
const isFirst = (name) => html.includes(`assets/${name}`)
const files = readdirSync(assets)
// The debug console is requested on test hosts only.
const scripts = files.filter((name) => name.endsWith('.js') && !name.startsWith('open-debug-console-'))
const styles = files.filter((name) => name.endsWith('.css'))
const budget = (name, names, kib) => ({
  name,
  path: names.map((file) => `${assets}/${file}`),
  limit: `${kib * KIB} B`,
  gzip: true,
})
/** What Home, the results and the page of a company load, as the service worker keeps it. */
const kept = JSON.parse(/const FILES = (\[.*\])/.exec(readFileSync('web/dist/sw.js', 'utf8'))[1])
const keptAssets = kept.filter((path) => path.startsWith('/assets/')).map((path) => path.slice('/assets/'.length))
const MOST_KEPT_FILES = 15
if (keptAssets.length > MOST_KEPT_FILES) {
  throw new Error(`Home, the results and a company load ${keptAssets.length} files, more than ${MOST_KEPT_FILES}`)
}
const title = (file) => file.replace(/-[\w-]{6}\.(js|css)$/, '.$1')

const deskAssets = 'web/dist-desk/assets'

export default [
  // The static shell: the first paint waits for nothing else.
  { name: 'index.html', path: 'web/dist/index.html', limit: `${2 * KIB} B`, gzip: true },
  {
    name: '后台',
    path: readdirSync(deskAssets).map((file) => `${deskAssets}/${file}`),
    limit: `${250 * KIB} B`,
    gzip: true,
  },
  budget('首次加载的脚本', scripts.filter(isFirst), 118),
  budget('首次加载的样式', styles.filter(isFirst), 15),
  budget(`首页、搜索结果与企业页的脚本和样式（${keptAssets.length} 个文件）`, keptAssets, 200),
  ...scripts.filter((name) => !isFirst(name)).map((name) => budget(title(name), [name], 30)),
  ...styles.filter((name) => !isFirst(name)).map((name) => budget(title(name), [name], 15)),
]
