import { expect, it } from 'vitest'
import { productionPackages, readLock } from './production-packages.mjs'
import { createSbom, licenceFaults } from './sbom.mjs'

type Component = {
  name: string
  group?: string
  version: string
  purl: string
  hashes: { alg: string; content: string }[]
}

const sbom = createSbom(readLock())
const purls: string[] = sbom.components.map(({ purl }: Component) => purl)

it('lists what runs in production and nothing that only builds or tests', () => {
  for (const name of ['fastify', 'better-sqlite3', 'react', 'pg', '%40opentelemetry/api']) {
    expect(purls.filter((purl) => purl.startsWith(`pkg:npm/${name}@`))).toHaveLength(1)
  }
  for (const name of ['vitest', 'vite', 'typescript', 'knip']) {
    expect(purls.filter((purl) => purl.startsWith(`pkg:npm/${name}@`))).toEqual([])
  }
})

it('states the hash and the licence of each component', () => {
  for (const component of sbom.components) {
    expect(component.hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
    expect(component.licenses).toHaveLength(1)
  }
})

it('names each component once, and each dependency is a component', () => {
  expect(new Set(purls).size).toBe(purls.length)
  const targets: string[] = sbom.dependencies.flatMap(({ dependsOn }: { dependsOn: string[] }) => dependsOn)
  expect(targets.filter((target) => !purls.includes(target))).toEqual([])
  const fastify = sbom.dependencies.find(({ ref }: { ref: string }) => ref.startsWith('pkg:npm/fastify@'))
  expect(fastify?.dependsOn).toEqual(expect.arrayContaining([expect.stringMatching(/^pkg:npm\/avvio@/)]))
})

it('reaches each component from the product', () => {
  const dependsOn = new Map<string, string[]>(
    sbom.dependencies.map((one: { ref: string; dependsOn: string[] }) => [one.ref, one.dependsOn]),
  )
  const reached = new Set<string>()
  const visit = (ref: string) => {
    if (reached.has(ref)) return
    reached.add(ref)
    dependsOn.get(ref)?.forEach(visit)
  }
  visit(sbom.metadata.component['bom-ref'])
  expect(purls.filter((purl) => !reached.has(purl))).toEqual([])
})

it('is the same every time', () => {
  expect(createSbom(readLock())).toEqual(sbom)
})

const faultsOf = (licence: string | undefined) => licenceFaults([{ name: 'planted', version: '1.0.0', licence }])

it('accepts every production package of the lock file', () => {
  expect(licenceFaults(productionPackages(readLock()))).toEqual([])
})

it.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-only)', 'MIT AND ISC', 'GPL-2.0-only OR (MIT AND ISC)'])(
  'accepts %s',
  (licence) => {
    expect(faultsOf(licence)).toEqual([])
  },
)

it.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'LGPL-2.1', 'MPL-2.0', 'MIT AND GPL-2.0-only', 'CC-BY-SA-4.0'])(
  'refuses the copyleft licence %s and names the package',
  (licence) => {
    expect(faultsOf(licence)).toEqual([`planted 1.0.0：许可 ${licence} 对衍生作品有许可要求`])
  },
)

it.each([undefined, 'UNLICENSED', 'SEE LICENSE IN LICENSE', 'Custom-1.0', '', '(MIT', 'MIT OR', 'MIT MIT'])(
  'refuses the unknown licence %j',
  (licence) => {
    expect(faultsOf(licence)).toEqual([`planted 1.0.0：许可 ${licence ?? '未写明'} 不在已知的许可之列`])
  },
)

it('refuses a package with a copyleft licence that is planted in the lock file', () => {
  const lock = readLock()
  lock.packages['node_modules/planted'] = { version: '1.0.0', license: 'GPL-3.0-only', integrity: 'sha512-AAAA' }
  expect(licenceFaults(productionPackages(lock))).toEqual([expect.stringContaining('planted 1.0.0')])
  lock.packages['node_modules/planted'].dev = true
  expect(licenceFaults(productionPackages(lock))).toEqual([])
})
