const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm

/**
 * Names that at least two files declare and export with one spelling, in order of the alphabet, each with its files.
 * A re-export does not count. `sources` has a pair of path and text for each file.
 */
export function sharedNames(sources) {
  const files = new Map()
  for (const [path, text] of sources) {
    for (const name of new Set(Array.from(text.matchAll(DECLARATION), (match) => match[1]))) {
      files.set(name, [...(files.get(name) ?? []), path])
    }
  }
  return [...files]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => ({ name, paths }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
