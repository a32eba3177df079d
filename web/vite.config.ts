import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
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
  /[\\/](web[\\/]src[\\/](ui[\\/]segments|platform[\\/](compare|search)|domain[\\/](contacts|compare|filters|search[\\/](search-notes|risk-search-path)))|contract[\\/]src[\\/](routes[\\/]|records[\\/])?(leads|people|official-sites|contact[\\/]contact-type)\.)/
/** The same of a company and of the pages that lead on from it. */
const sharedByCompany =
  /[\\/](web[\\/]src[\\/](ui[\\/]label-table|domain[\\/](company|official-check)|platform[\\/](perspective|official-check|navigation[\\/]session-link))|contract[\\/]src[\\/](routes[\\/])?(comparison|company-comparison|company-perspective|perspective|official-check|correction|report)\.|node_modules[\\/]@tanstack[\\/].*[qQ]ueries(Observer)?\.)/
/** Fields of the forms that prove a number or set a password. */
const sharedByForms =
  /[\\/]web[\\/]src[\\/](ui[\\/](password-field|check-circle|choice-field)|(domain|platform)[\\/]verification)/
/** What the later sections of Home share with single pages. */
const sharedBySections = /[\\/]web[\\/]src[\\/]domain[\\/](change[\\/]change-entry\.module|follow[\\/]event-path)/
/** Entries of changes with the differences in their texts. */
const sharedByChanges =
  /[\\/]web[\\/]src[\\/]domain[\\/]change[\\/]change-(entry\.tsx|diff)|[\\/]node_modules[\\/]diff[\\/]/
/** Schemas and calls, apart from those of records. */
const schemasOfCalls = /[\\/]contract[\\/]src[\\/](?!records)/
/** Code of pictures to share, which loads with the first of them. */
const sharedByPosters = /[\\/]node_modules[\\/]uqr[\\/]|[\\/]web[\\/]src[\\/]domain[\\/]share[\\/]wrap-text/
/** The panel below the field of Home and of the search page, and the results, which open one after the other. */
const pagesOfSearch =
  /[\\/]web[\\/]src[\\/](features[\\/](search|search-result)|features[\\/]home[\\/]home-search-panel)[\\/.]/
/** Features whose pages a reader opens one after the other: one file each. Their sheets load when they open. */
const featuresOfOneFile = ['leads', 'members', 'overview', 'people', 'risk-search']
const libraryOfQueries = /[\\/]node_modules[\\/]@tanstack[\\/]/

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

/** Pages that open without a connection, beside Home. */
const offlinePages = ['company/company-page.tsx', 'company/business-info-page.tsx']
const isOfOfflinePage = (id: string) => offlinePages.some((page) => id.endsWith(`/web/src/features/${page}`))

/** The service worker with the list of files that it keeps: what the first load and the pages of a company need. */
const offlineWorker: Plugin = {
  name: 'offline-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
      const files = new Set<string>()
      const keep = (name: string) => {
        const chunk = chunks.find(({ fileName }) => fileName === name)
        if (chunk === undefined || files.has(name)) return
        files.add(name)
        for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
        for (const imported of chunk.imports) keep(imported)
      }
      for (const chunk of chunks) if (chunk.isEntry || chunk.moduleIds.some(isOfOfflinePage)) keep(chunk.fileName)
      const list = ['unstarted.js', 'favicon.svg', ...files].map((name) => `/${name}`)
      const source = readFileSync(new URL('./worker/sw.js', import.meta.url), 'utf8')
        .replace('__VERSION__', createHash('sha256').update(list.join(' ')).digest('hex').slice(0, 12))
        .replace("'__FILES__'", list.map((name) => JSON.stringify(name)).join(', '))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  },
}

/** Version of the product, which 帮助与反馈 attaches. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

export default defineConfig({
  root: import.meta.dirname,
  define: { __APP_VERSION__: JSON.stringify(version) },
  plugins: [react(), shellBeforeStyles, licenceTexts, offlineWorker],
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
            // Everything the first page needs: one file compresses better, and takes one request instead of five.
            { name: 'shell', tags: ['$initial'], test: (id) => !usedLater.test(id) },
            // The shell lists the files of every page. Fewer, larger files keep the list short and requests few. What only
            // the pages of records share stands apart: a search must not wait for it.
            {
              name: 'kit',
              test: (id) =>
                (sharedByPages.test(id) &&
                  ![sharedByRecords, sharedByForms, sharedByChanges].some((one) => one.test(id))) ||
                libraryOfQueries.test(id),
              minShareCount: 3,
            },
            { name: 'sections', test: sharedBySections },
            { name: 'parts', test: sharedByTwo },
            { name: 'company', test: sharedByCompany },
            { name: 'share', test: sharedByPosters },
            {
              name: 'records',
              test: (id) => sharedByRecords.test(id) && !sharedByChanges.test(id),
              minShareCount: 2,
            },
            // Neither search nor a company has forms, and a company shows no difference until its tab of changes opens.
            { name: 'forms', test: sharedByForms },
            { name: 'changes', test: sharedByChanges },
            { name: 'calls', test: schemasOfCalls, minShareCount: 2 },
            { name: 'search', test: pagesOfSearch },
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
