import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'

/** Its API as OpenAPI is part of the module. */
const KUBERNETES = 'k8s.io/kubernetes@v1.34.1'
const cache = path.join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'baiqicha')

const definition = z.looseObject({
  type: z.optional(z.string()),
  properties: z.optional(z.record(z.string(), z.unknown())),
  'x-kubernetes-group-version-kind': z.optional(
    z.array(z.object({ group: z.string(), kind: z.string(), version: z.string() })),
  ),
})
type Definition = z.output<typeof definition>
const openApi = z.object({ definitions: z.record(z.string(), definition) })

function downloadOpenApi(): Record<string, Definition> {
  const { status, stdout, error, stderr } = spawnSync('go', ['mod', 'download', '-json', KUBERNETES], {
    encoding: 'utf8',
  })
  if (error !== undefined || status !== 0) {
    throw new Error(`The schemas of Kubernetes need Go and its module proxy.\n${stderr}`, { cause: error })
  }
  const { Dir } = z.parse(z.object({ Dir: z.string() }), JSON.parse(stdout))
  const text = readFileSync(path.join(Dir, 'api', 'openapi-spec', 'swagger.json'), 'utf8')
  return z.parse(openApi, JSON.parse(text)).definitions
}

/** Types that are written in two ways. */
const loose: Record<string, Definition> = {
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { anyOf: [{ type: 'string' }, { type: 'number' }] },
}

/** Refuses fields that the API does not know, so that a wrong name is an error. */
const strict = (one: Definition): Definition =>
  one.properties === undefined ? one : { ...one, additionalProperties: false }

/** Writes a JSON schema per kind and returns the pattern of their paths, for kubeconform. */
export function kubernetesSchemas(): string {
  const folder = path.join(cache, `kubernetes-${KUBERNETES.split('@')[1]}`)
  const pattern = path.join(folder, '{{.ResourceKind}}{{.KindSuffix}}.json')
  if (existsSync(folder)) return pattern
  const found = Object.entries(downloadOpenApi())
  const definitions = Object.fromEntries(found.map(([name, one]) => [name, loose[name] ?? strict(one)]))
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'definitions.json'), JSON.stringify({ definitions }))
  for (const [name, one] of found) {
    for (const { group, kind, version } of one['x-kubernetes-group-version-kind'] ?? []) {
      const words = [kind.toLowerCase(), group.split('.')[0], version].filter((word) => word !== '')
      const file = `${words.join('-')}.json`
      writeFileSync(path.join(folder, file), JSON.stringify({ $ref: `definitions.json#/definitions/${name}` }))
    }
  }
  return pattern
}
