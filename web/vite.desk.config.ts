import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The desk of operators: a build of its own, which only the desk's port serves. Operators use current browsers. */
export default defineConfig({
  root: `${import.meta.dirname}/src/desk`,
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: `${import.meta.dirname}/dist-desk`,
    emptyOutDir: true,
    sourcemap: false,
    // The content security policy allows no inline script and no inline style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
