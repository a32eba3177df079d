import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Oldest browsers served: web-views of 2020–2021 (docs/decisions). */
const browserFloor = ['chrome87', 'safari14.1']

const apiOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080'

/** Parts of a library that its own entry names, though only pages which come later use them. */
const usedLater =
  /[\\/]query-core[\\/].*[\\/](infiniteQuery|mutation|queries)Observer|[\\/]react-query[\\/].*[\\/]use(InfiniteQuery|Mutation|Queries)\./

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { host: process.env.HOST ?? '127.0.0.1', proxy: { '/api': apiOrigin } },
  build: {
    target: browserFloor,
    cssTarget: browserFloor,
    sourcemap: false,
    // One inline style is allowed by the content policy; nothing else may be inlined into the page.
    assetsInlineLimit: 0,
    // Old browsers fetch a module when it is imported; the polyfill would run only after the entry has been.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Changes with the lock file only, so it stays cached over releases.
            { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
            // What the first page needs, in one file: smaller together, and one request instead of five.
            { name: 'shell', tags: ['$initial'], test: (id) => !usedLater.test(id) },
            // The shell names every file that a page may want: few larger ones keep that list, and the requests, short.
            {
              name: 'records',
              test: /[\\/]web[\\/]src[\\/](domain[\\/](record|change|section-foot|share-page)|platform[\\/]records)/,
              minShareCount: 2,
            },
            { name: 'kit', test: /[\\/]web[\\/]src[\\/](ui|lib)[\\/]/, minShareCount: 4 },
          ],
        },
      },
    },
  },
})
