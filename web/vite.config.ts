import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync, type Plugin, type Rolldown } from 'vite'
import { floorTargets } from '../tools/lib/browser-floor.mjs'
import { collectLicences } from '../tools/lib/licences.mjs'

const apiOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080'

/** Modules that the entry of a library re-exports, but only lazy pages use. */
const usedLater =
  /[\\/]query-core[\\/].*[\\/](infiniteQuery|mutation|queries)Observer|[\\/]react-query[\\/].*[\\/]use(InfiniteQuery|Mutation|Queries)\./
const sharedByPages = /[\\/]web[\\/]src[\\/](ui|lib|domain|platform)[\\/]/
const sharedByRecords =
  /[\\/]web[\\/]src[\\/](ui[\\/]fact-list\.module|domain[\\/](record|change|share[\\/]share-action)|platform[\\/]records)/
/**
 * Parts that the pages of two features share: a file of one feature would take them along, and the other would load all
 * of that file.
 */
const sharedByTwo =
  /[\\/](web[\\/]src[\\/](ui[\\/]segments|platform[\\/](compare|search[\\/]search-queries)|domain[\\/](contacts|compare|filters[\\/](?!filter-sheet)|search[\\/](search-notes|neighbour-searches)))|contract[\\/]src[\\/](routes[\\/]|records[\\/])?(official-sites|contact[\\/]contact-type)\.)/
/** Schemas and calls of 找商机 and 查人员, whose pages lead to each other. */
const sharedByDirectories = /[\\/]contract[\\/]src[\\/](routes[\\/])?(leads|people)\./
/** The same of a company and of the pages that lead on from it. */
const sharedByCompany =
  /[\\/](web[\\/]src[\\/](ui[\\/]label-table|domain[\\/](company|official-check[\\/]check-progress)|platform[\\/](perspective|official-check|navigation[\\/]session-link))|contract[\\/]src[\\/](routes[\\/])?(company-comparison|company-perspective|perspective|official-check|correction)\.|node_modules[\\/]@tanstack[\\/].*[qQ]ueries(Observer)?\.)/
/** Fields of the forms that prove a number or set a password. */
const sharedByForms =
  /[\\/]web[\\/]src[\\/](ui[\\/](password-field|check-circle|choice-field)|(domain|platform)[\\/]verification)/
/** What the later sections of Home share with single pages. */
const sharedBySections = /[\\/]web[\\/]src[\\/]domain[\\/]change[\\/]change-entry\.module/
/** Entries of changes with the differences in their texts. */
const sharedByChanges =
  /[\\/]web[\\/]src[\\/]domain[\\/]change[\\/]change-(entry\.tsx|diff)|[\\/]node_modules[\\/]diff[\\/]/
/** Schemas and calls, apart from those of records. */
const schemasOfCalls = /[\\/]contract[\\/]src[\\/](?!records)/
/** Code of pictures to share, which loads with the first of them. */
const sharedByPosters = /[\\/]node_modules[\\/]uqr[\\/]|[\\/]web[\\/]src[\\/]domain[\\/]share[\\/]wrap-text/
/** The panel below the field of Home and of the search page. */
const panelOfSearch =
  /[\\/]web[\\/]src[\\/](features[\\/](search|home[\\/]home-search-panel)|domain[\\/]search[\\/]search-history|platform[\\/](search[\\/]use-search-panel|history[\\/]change-searches)|lib[\\/]debounce)[\\/.]/
/** Features whose pages a reader opens one after the other: one file each. Their sheets load when they open. */
const featuresOfOneFile = ['leads', 'members', 'overview', 'people', 'risk-search']
/** Whether one of the modules of a name imports a module, at once or through others. */
function importedBy(importers: RegExp): (id: string, context: Rolldown.ChunkingContext) => boolean {
  const known = new Map<string, boolean>()
  const isImported = (id: string, context: Rolldown.ChunkingContext): boolean => {
    const isKnown = known.get(id)
    if (isKnown !== undefined) return isKnown
    // Ends a cycle of imports.
    known.set(id, false)
    const is =
      importers.test(id) || context.getModuleInfo(id)?.importers.some((one) => isImported(one, context)) === true
    known.set(id, is)
    return is
  }
  return isImported
}

const isOfFirstLoad = importedBy(/[\\/]web[\\/]src[\\/]main\./)
const isOfHome = importedBy(/[\\/]features[\\/]home[\\/]home-page\./)
const partsOfHome = /[\\/]web[\\/]src[\\/]features[\\/]home[\\/](?!home-queries)/
/** Of the results, and of the parts of Home below its first screen. */
const isOfSearch = importedBy(
  /[\\/](domain[\\/]content[\\/]content|features[\\/](home[\\/]deferred-home-sections|search-result[\\/]search-result-page))\./,
)
const isOfCompany = importedBy(/[\\/]features[\\/]company[\\/]company-page\./)
const libraryOfQueries = /[\\/]node_modules[\\/]@tanstack[\\/]/
/** What pages share, apart from forms, changes and the search panel, which have files of their own. */
const isOfKit = (id: string) =>
  (sharedByPages.test(id) &&
    ![sharedByRecords, sharedByForms, sharedByChanges, panelOfSearch].some((one) => one.test(id))) ||
  (libraryOfQueries.test(id) && !sharedByCompany.test(id))
const isShared = (id: string) => isOfKit(id) || isOfRecords(id) || sharedByTwo.test(id) || sharedByCompany.test(id)
const isOfRecords = (id: string) => sharedByRecords.test(id) && !sharedByChanges.test(id)

/**
 * Moves the style sheet behind the static shell: a style sheet in the head would delay the first paint by its download.
 * The script still waits for it. Joins the lines of the shell, whose size counts.
 */
const shellBeforeStyles: Plugin = {
  name: 'shell-before-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const styleSheet = /\s*<link rel="stylesheet"[^>]*>/
      const [link = ''] = styleSheet.exec(html) ?? []
      return html
        .replace(styleSheet, '')
        .replaceAll(/\s*<!--(?!\[)[\s\S]*?-->/g, '')
        .replace(/<div id="root">[\s\S]*?(?=<\/body>)/, (shell) => shell.replaceAll(/>\s+</g, '><') + link)
    },
  },
}

/** Adds the licence texts of all shipped packages as a file of its own, which 关于我们 loads for its readers. */
const licenceTexts: Plugin = {
  name: 'licence-texts',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'licences.json', source: JSON.stringify(collectLicences()) })
  },
  configureServer({ middlewares }) {
    middlewares.use('/licences.json', (_request, response) => {
      response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(collectLicences()))
    })
  },
}

/** Pages that open without a connection. */
const offlinePages = [
  'home/home-page.tsx',
  'search-result/search-result-page.tsx',
  'company/company-page.tsx',
  'company/business-info-page.tsx',
]
const isOfOfflinePage = (id: string) => offlinePages.some((page) => id.endsWith(`/web/src/features/${page}`))

/** Names of the files that these modules need, with their style sheets. */
function filesOf(bundle: Rolldown.OutputBundle, isWanted: (moduleId: string) => boolean): Set<string> {
  const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (chunk === undefined || files.has(name)) return
    files.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const imported of chunk.imports) add(imported)
  }
  for (const { fileName, moduleIds } of chunks) if (moduleIds.some(isWanted)) add(fileName)
  return files
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const sourceOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** Module of each page whose code and first calls the start script requests. */
const earlyPages: Readonly<Record<string, string>> = {
  '/home': 'home/home-page.tsx',
  '/search/result': 'search-result/search-result-page.tsx',
  '/company/detail': 'company/company-page.tsx',
}

/** The script for the time before the first code: with the files of each page that the first load does not have. */
function buildStartScript(bundle: Rolldown.OutputBundle, first: ReadonlySet<string>) {
  const pages = Object.entries(earlyPages).map(([path, module]) => {
    const files = filesOf(bundle, (id) => id.endsWith(`/web/src/features/${module}`))
    return [path, [...files].filter((name) => !first.has(name))]
  })
  const code =
    sourceOf('./start/unstarted.js') +
    sourceOf('./start/start.js').replace('__FILES__', JSON.stringify(Object.fromEntries(pages)))
  const { code: minified } = minifySync('start.js', code, { module: false, compress: { target: 'es2015' } })
  // The minifier writes texts as templates, which browsers that shall get the sentence cannot read.
  const source = minified.replaceAll(/`([^`"$\\]*)`/g, '"$1"')
  return { fileName: `assets/start-${hashOf(source).slice(0, 7)}.js`, source }
}

/** The service worker with the list of files that it keeps. */
function buildWorker(kept: readonly string[]): string {
  const list = kept.map((name) => `/${name}`)
  return sourceOf('./worker/sw.js')
    .replace('__VERSION__', hashOf(list.join(' ')).slice(0, 12))
    .replace("'__FILES__'", list.map((name) => JSON.stringify(name)).join(', '))
}

/** Adds the start script, and the service worker with what the first load and `offlinePages` need. */
function startAndWorker(): Plugin {
  const added: { fileName: string; source: string }[] = []
  return {
    name: 'start-and-worker',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const first = new Set(html.match(/assets\/[\w.-]+/g))
        const start = buildStartScript(bundle, first)
        const kept = new Set(['favicon.svg', start.fileName, ...first, ...filesOf(bundle, isOfOfflinePage)])
        added.push(start, { fileName: 'sw.js', source: buildWorker([...kept]) })
        // A deferred script would wait for the style sheet.
        return html.replace('</title>', `</title><script async fetchpriority="high" src="/${start.fileName}"></script>`)
      },
    },
    generateBundle: {
      order: 'post',
      handler() {
        for (const file of added) this.emitFile({ type: 'asset', ...file })
      },
    },
  }
}

/** Version of the product, which 帮助与反馈 attaches. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

export default defineConfig({
  root: import.meta.dirname,
  define: { __APP_VERSION__: JSON.stringify(version) },
  plugins: [react(), shellBeforeStyles, startAndWorker(), licenceTexts],
  server: { host: process.env.HOST ?? '127.0.0.1', proxy: { '/api': apiOrigin } },
  build: {
    target: floorTargets,
    cssTarget: floorTargets,
    sourcemap: false,
    // The content security policy allows the one inline style of index.html; no asset becomes part of a page.
    assetsInlineLimit: 0,
    // Old browsers fetch a module when it is imported; the polyfill would run only after the entry has loaded.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // vConsole, which is requested on test hosts only, has a command line. The linter forbids eval in our own code.
      checks: { eval: false },
      output: {
        // The shell lists the files of every page, and hashes do not compress: seven characters are enough,
        // and six for files without code.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: [
            // Changes only with the lock file, so browsers cache it across releases.
            { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
            // What the first load and Home need: one file compresses better, and takes one request instead of five. The parts
            // of Home itself stand apart: other first pages need not wait for them.
            {
              name: (id, context) => {
                const isOfShell = isOfFirstLoad(id, context) || (isOfHome(id, context) && !partsOfHome.test(id))
                return isOfShell && !usedLater.test(id) ? 'index' : null
              },
              debugName: 'index',
            },
            // The shell lists the files of every page. Fewer, larger files keep the list short and requests few: what the first
            // pages share is one file, and one more for a company, which a search must not wait for.
            {
              name: (id, context) => (isOfSearch(id, context) ? 'kit' : null),
              debugName: 'kit',
              test: isShared,
              minShareCount: 2,
            },
            {
              name: (id, context) => (isOfCompany(id, context) ? 'kinds' : null),
              debugName: 'kinds',
              test: isShared,
              minShareCount: 2,
            },
            { name: 'later', test: isOfKit, minShareCount: 3 },
            { name: 'sections', test: sharedBySections },
            { name: 'parts', test: sharedByTwo },
            { name: 'directories', test: sharedByDirectories },
            { name: 'company', test: sharedByCompany },
            { name: 'share', test: sharedByPosters },
            { name: 'records', test: isOfRecords, minShareCount: 2 },
            // Neither search nor a company has forms, and a company shows no difference until its tab of changes opens.
            { name: 'forms', test: sharedByForms },
            { name: 'changes', test: sharedByChanges },
            { name: 'calls', test: schemasOfCalls, minShareCount: 2 },
            { name: 'search', test: panelOfSearch },
            { name: 'about', test: /[\\/]web[\\/]src[\\/]features[\\/](about|agreements|contact)[\\/]/ },
            ...featuresOfOneFile.map((feature) => ({
              name: feature,
              test: (id: string) => id.includes(`/web/src/features/${feature}/`) && !id.includes('-sheet.'),
            })),
          ],
        },
      },
    },
  },
})
