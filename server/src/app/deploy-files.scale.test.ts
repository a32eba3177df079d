import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { buildTool, debianTool, installedTool } from '../../test/engines/built-tool.ts'
import { readConfig } from '../config/read-config.ts'

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
function kubernetesSchemas(): string {
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

const root = path.join(import.meta.dirname, '..', '..', '..')
const deploy = (...words: string[]) => path.join(root, 'deploy', ...words)

const tools = {
  compose: { name: 'cmd', module: 'github.com/compose-spec/compose-go/v2/cmd@v2.9.0', as: 'compose-go' },
  kubeconform: { name: 'kubeconform', module: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0' },
  yq: { name: 'yq', module: 'github.com/mikefarah/yq/v4@v4.48.1' },
}

function run(program: string, words: readonly string[]) {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd: root, encoding: 'utf8' })
  if (error !== undefined) throw error
  return { status, output: stdout + stderr, stdout }
}

/** A folder with this file, changed. */
function changedCopy(file: string, change: (text: string) => string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const copy = path.join(folder, path.basename(file))
  const text = change(readFileSync(file, 'utf8'))
  expect(text).not.toBe(readFileSync(file, 'utf8'))
  writeFileSync(copy, text)
  return copy
}

const service = z.looseObject({
  profiles: z.optional(z.array(z.string())),
  image: z.string(),
  read_only: z.optional(z.boolean()),
  cap_drop: z.optional(z.array(z.string())),
  security_opt: z.optional(z.array(z.string())),
  environment: z.optional(z.record(z.string(), z.nullable(z.string()))),
  ports: z.optional(z.array(z.looseObject({ host_ip: z.optional(z.string()), published: z.string() }))),
  networks: z.optional(z.record(z.string(), z.nullable(z.looseObject({ ipv4_address: z.optional(z.string()) })))),
})
const composeModel = z.object({ services: z.record(z.string(), service) })

const promtool = () => debianTool('prometheus', 'usr/bin/promtool')

/** The services as Compose reads them. The reader of compose-go replaces no variables itself. */
function services(env: Record<string, string | undefined> = {}) {
  const file = changedCopy(path.join(root, 'compose.yaml'), (text) =>
    text.replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, otherwise: string) => env[name] ?? otherwise),
  )
  const { status, output, stdout } = run(buildTool(tools.compose), ['-format', 'json', file])
  expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' })
  return z.parse(composeModel, JSON.parse(stdout)).services
}

const scale = () => parseEnv(readFileSync(deploy('compose', 'scale.env'), 'utf8'))

/** The program of the unit is not here. */
const onThisMachine = (text: string) => text.replaceAll('/opt/baiqicha/bin/node', process.execPath)

const check = (file: string) =>
  run(buildTool(tools.kubeconform), ['-strict', '-summary', '-schema-location', kubernetesSchemas(), file])

describe('the alerts', () => {
  it('are valid rules, which fire on faults and not on a quiet server', () => {
    expect(run(promtool(), ['check', 'rules', deploy('prometheus', 'alerts.yaml')])).toMatchObject({ status: 0 })
    expect(run(promtool(), ['test', 'rules', deploy('prometheus', 'alerts.test.yaml')])).toMatchObject({ status: 0 })
  })

  it('fail their tests when a rule says something else', () => {
    const copy = changedCopy(deploy('prometheus', 'alerts.yaml'), (text) =>
      text.replace('search_index_lag_seconds) > 60', 'search_index_lag_seconds) < 60'),
    )
    writeFileSync(path.join(path.dirname(copy), 'test.yaml'), readFileSync(deploy('prometheus', 'alerts.test.yaml')))
    expect(run(promtool(), ['test', 'rules', path.join(path.dirname(copy), 'test.yaml')]).status).not.toBe(0)
  })
})

describe('compose.yaml', () => {
  it('starts one process by default, reachable from this machine only', () => {
    const all = services()
    expect(Object.keys(all).filter((name) => all[name]?.profiles === undefined)).toEqual(['app'])
    expect(all['app']?.environment).toMatchObject({ DATABASE_URL: '', SEARCH_URL: '', FILES_URL: '' })
    expect(all['app']?.ports).toEqual(
      ['8080', '8081'].map((published) => expect.objectContaining({ host_ip: '127.0.0.1', published })),
    )
  })

  it('starts two processes, their stores and nginx with the profile scale', () => {
    const all = services(scale())
    const inScale = Object.keys(all).filter((name) => all[name]?.profiles?.includes('scale'))
    expect(inScale.sort()).toEqual(['app-2', 'bucket', 'nginx', 'opensearch', 'postgres', 's3'])
    expect(all['app-2']?.environment).toEqual(all['app']?.environment)
    expect(all['app-2']?.environment?.['DATABASE_URL']).toMatch(/^postgres:\/\/.+@postgres:5432\//)
  })

  it('gives the processes a configuration that they accept', () => {
    const environment = Object.entries(services(scale())['app']?.environment ?? {})
    expect(readConfig(Object.fromEntries(environment.map(([name, value]) => [name, value ?? ''])))).toMatchObject({
      databaseUrl: 'postgres://baiqicha:replace-me@postgres:5432/baiqicha',
      search: { url: 'http://opensearch:9200' },
      files: { bucket: 'pictures' },
    })
  })

  it('publishes nothing but nginx to other machines, which the processes trust', () => {
    const all = services(scale())
    const open = Object.entries(all).filter(([, { ports = [] }]) =>
      ports.some(({ host_ip }) => host_ip !== '127.0.0.1'),
    )
    expect(open.map(([name]) => name)).toEqual(['nginx'])
    expect(all['app']?.environment?.['TRUSTED_PROXIES']).toBe(all['nginx']?.networks?.['inner']?.ipv4_address)
  })

  it('gives the processes a read-only root and no privileges, and names a version of each image', () => {
    for (const [name, one] of Object.entries(services(scale()))) {
      if (one.image !== 'baiqicha') expect(one.image).toMatch(/:(?!latest)[\w.-]+$/)
      if (!name.startsWith('app')) continue
      expect(one).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    }
  })
})

describe('the unit of systemd', () => {
  const unit = deploy('systemd', 'baiqicha.service')
  it('is valid', () => {
    const { status, output } = run('systemd-analyze', ['verify', changedCopy(unit, onThisMachine)])
    // Other units of the machine may have faults of their own.
    const about = output.split('\n').filter((line) => line.includes('baiqicha'))
    expect({ status, about }).toEqual({ status: 0, about: [] })
  })

  it('exposes less than 2 of 10', () => {
    const words = ['security', '--offline=true', '--no-pager', '--threshold=20']
    expect(run('systemd-analyze', [...words, unit]).status).toBe(0)
    const exposed = changedCopy(unit, (text) =>
      text.replace('ProtectSystem=strict', '').replace('CapabilityBoundingSet=', ''),
    )
    expect(run('systemd-analyze', [...words, exposed]).status).not.toBe(0)
  })
})

/** The names of the servers are examples. */
const withKnownServers = (text: string) => text.replaceAll(/db-\d:5432/g, '127.0.0.1:5432')

describe('the configuration of HAProxy', () => {
  it('is valid', () => {
    expect(
      run(installedTool('haproxy'), ['-c', '-f', changedCopy(deploy('haproxy', 'haproxy.cfg'), withKnownServers)]),
    ).toMatchObject({
      status: 0,
    })
    const wrong = changedCopy(deploy('haproxy', 'haproxy.cfg'), (text) =>
      withKnownServers(text).replace('httpchk', 'httpcheck'),
    )
    expect(run(installedTool('haproxy'), ['-c', '-f', wrong]).status).not.toBe(0)
  })
})

describe('the manifests of Kubernetes', () => {
  const files = readdirSync(deploy('kubernetes')).map((name) => deploy('kubernetes', name))
  it('conform to the schemas of Kubernetes 1.34', () => {
    for (const file of files) expect({ file, ...check(file) }).toMatchObject({ file, status: 0 })
    const misspelt = changedCopy(deploy('kubernetes', 'deployment.yaml'), (text) =>
      text.replace('readOnlyRootFilesystem', 'readonlyRootFilesystem'),
    )
    expect(check(misspelt).status).not.toBe(0)
  })

  const container = z.looseObject({
    securityContext: z.unknown(),
    startupProbe: z.unknown(),
    readinessProbe: z.unknown(),
    livenessProbe: z.unknown(),
  })
  const deployment = z.object({
    spec: z.looseObject({
      strategy: z.unknown(),
      template: z.object({ spec: z.looseObject({ containers: z.array(container) }) }),
    }),
  })

  it('run pods without privileges, and replace them without a gap', () => {
    const { stdout } = run(buildTool(tools.yq), ['--output-format=json', deploy('kubernetes', 'deployment.yaml')])
    const { spec } = z.parse(deployment, JSON.parse(stdout))
    expect(spec.strategy).toEqual({ rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } })
    const pod = spec.template.spec
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 65_532, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect(pod.containers).toEqual([
      expect.objectContaining({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        readinessProbe: expect.objectContaining({ httpGet: { path: '/readyz', port: 'http' } }),
        // Of the process only: a database that is away must not restart pods.
        livenessProbe: expect.objectContaining({ httpGet: { path: '/healthz', port: 'http' } }),
      }),
    ])
  })
})
