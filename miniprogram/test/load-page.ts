import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { transformSync } from '@swc/core'
import simulate from 'miniprogram-simulate'
import { onTestFinished } from 'vitest'

const root = path.join(import.meta.dirname, '..')

/** Compiles the mini-program into a folder, as WeChat's tools do. */
function build(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-miniprogram-'))
  for (const part of ['lib', 'pages']) cpSync(path.join(root, part), path.join(folder, part), { recursive: true })
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
    const file = path.join(folder, name)
    const { code } = transformSync(readFileSync(file, 'utf8'), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2020' },
      module: { type: 'commonjs' },
    })
    writeFileSync(file.replace(/\.ts$/, '.js'), code)
  }
  return folder
}

/** Renders a page with its options. */
export function loadPage(page: string, options: Record<string, string> = {}) {
  const folder = build()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const id = simulate.load(path.join(folder, 'pages', page, page), { compiler: 'simulate', rootPath: folder })
  const component = simulate.render(id, options)
  component.attach(document.createElement('div'))
  return component
}
