import { registerHooks } from 'node:module'

// To be imported before what imports much, in every thread. A module that is named by its path from another module of
// its own package is where it says and of the same kind: looking that up takes Node longer than loading it.
const formats = new Map([
  ['.ts', 'module-typescript'],
  ['.js', 'module'],
])

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.'))

registerHooks({
  resolve(specifier, context, resolveNext) {
    const { parentURL, conditions } = context
    const extension = extensionOf(specifier)
    const format = formats.get(extension)
    const isNeighbour = specifier.startsWith('.') && parentURL !== undefined && extensionOf(parentURL) === extension
    // What is required rather than imported may be of another kind.
    if (!isNeighbour || format === undefined || !conditions.includes('import')) return resolveNext(specifier, context)
    return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
  },
})
