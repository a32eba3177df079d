import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Oldest browsers served: web-views of 2020–2021 (docs/decisions). */
const browserFloor = ['chrome87', 'safari14.1']

const apiOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080'

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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Changes with the lock file only, so it stays cached over releases.
            { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
            // What the first page needs, in one file: smaller together, and one request instead of five.
            {
              name: 'shell',
              test: /contract[\\/]src[\\/](?!benefits)|web[\\/]src[\\/](lib|platform[\\/](?!verification|membership)|app[\\/](?!not-found-page)|features[\\/]home[\\/](?!robot-button)|ui[\\/](?!sheet-dialog|confirm-alert|password-field|field|info-note|source-chip|demo-strip|check-circle))|node_modules[\\/](zod|zustand|@tanstack)[\\/]/,
            },
          ],
        },
      },
    },
  },
})
