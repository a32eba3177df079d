import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const companiesFile = new URL('../../data/starter/companies.csv.gz', import.meta.url)

/** Full names of companies of the starter set. */
function starterNames(): string[] {
  const [, ...lines] = gunzipSync(readFileSync(companiesFile)).toString().split('\n')
  return lines.flatMap((line) => line.split(',').find((cell) => cell.endsWith('股份有限公司')) ?? [])
}

/**
 * A list as people paste it: of ten rows seven whole names, one with a character left out, one short name, and one that is not stored.
 */
export function mixedNames(count: number): string[] {
  const names = starterNames()
  return Array.from({ length: count }, (_, at) => {
    const name = names[(at * 7) % names.length] ?? ''
    switch (at % 10) {
      case 3:
        return name.slice(0, 3) + name.slice(4)
      case 6:
        return name.replace('股份有限公司', '')
      case 9:
        return `演示未收录${at}有限公司`
      default:
        return name
    }
  })
}
