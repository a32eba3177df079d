import { expect, it } from 'vitest'
import { readLock } from './production-packages.mjs'
import { createSbom } from './sbom.mjs'

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
