import { globSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { thinMappings } from '../tools/lib/thin-source-map.ts'

const root = import.meta.dirname
const dist = join(root, 'dist')

/** Source files of the programs by name: the server, its threads, its child processes and the commands. */
const programs = new Map(
  globSync(['src/main.ts', 'src/cli/*.ts', 'src/**/*.{worker,child}.ts'], { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [join(root, file), basename(file, '.ts')]),
)
if (new Set(programs.values()).size < programs.size) throw new Error('Two programs of the server have the same name.')

/** Packages that are bundled: they consist of many modules, and Node takes longer to find these than to load them. */
const bundledPackages = /^(@baiqicha|kysely|lru-cache|zod)(\/|$)/

const isExternal = (id: string) => !id.startsWith('.') && !isAbsolute(id) && !bundledPackages.test(id)

const relativeFileUrl = /new URL\(\s*(['"`])(\.{1,2}\/[^'"`$]*)/g

/**
 * Rewrites `new URL('./x', import.meta.url)` of a source file for dist, where all built files lie in one folder:
 * the address of a program becomes that of its built file; any other address, as of data, keeps its target.
 */
const relocateFileUrls = (): Plugin => ({
  name: 'relocate-file-urls',
  enforce: 'pre',
  transform(code, id) {
    // On Windows Vite's ids have forward slashes; `resolve` replaces them by backslashes.
    if (!resolve(id).startsWith(join(root, 'src') + sep) || !code.includes('import.meta')) return null
    const relocated = code.replaceAll(relativeFileUrl, (_, quote: string, target: string) => {
      const program = programs.get(resolve(dirname(id), target))
      if (program !== undefined) return `new URL(${quote}./${program}.js`
      // `join` keeps a trailing slash, which the address of a folder needs.
      return `new URL(${quote}${join(relative(dist, dirname(id)), target).replaceAll(sep, '/')}`
    })
    const uses = code.match(/import\.meta\b(?!\.resolve\()/g)?.length
    const rewritten = code.match(relativeFileUrl)?.length
    if (uses !== rewritten) throw new Error(`${id}: dist supports only new URL('./…', import.meta.url)`)
    // No line moves, so the source map of the other transforms stays right.
    return { code: relocated, map: null }
  },
})

/** One mapping a line: the first error whose stack is read made Node keep 12 MB of mappings for main.js alone. */
const thinSourceMaps = (): Plugin => ({
  name: 'thin-source-maps',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.map')) continue
      const map: { mappings: string; names: string[] } = JSON.parse(String(file.source))
      file.source = JSON.stringify({ ...map, names: [], mappings: thinMappings(map.mappings) })
    }
  },
})

/** Builds server/dist: one script per program and the chunks that they share. */
export default defineConfig({
  root,
  plugins: [relocateFileUrls(), thinSourceMaps()],
  ssr: { noExternal: [bundledPackages] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: dist,
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries([...programs].map(([file, name]) => [name, file])),
      external: isExternal,
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // Node reads every source map at start; the sources lie beside dist.
        sourcemapExcludeSources: true,
      },
    },
  },
})
