import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { resultCode } from '@baiqicha/contract/result-codes'
import { agreementRoutes } from '@baiqicha/contract/routes/agreement'
import { wechatRoutes } from '@baiqicha/contract/routes/wechat'
import { MINI_PROGRAM_SOURCE } from '@baiqicha/contract/wechat'
import { describe, expect, it, vi } from 'vitest'
import { AGREEMENT_OUTDATED, BIND_TOKEN_VOID } from './lib/api'

const root = import.meta.dirname
const read = (...names: string[]) => readFileSync(path.join(root, ...names), 'utf8')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith(`test${path.sep}`),
)
const pages: string[] = JSON.parse(read('app.json')).pages

describe("the package, as WeChat's tools open it", () => {
  it('has the shell first, then the login page, each with its four files', () => {
    expect(pages).toEqual(['pages/index/index', 'pages/login/login'])
    for (const page of pages) {
      for (const ending of ['ts', 'wxml', 'wxss', 'json'])
        expect(existsSync(path.join(root, `${page}.${ending}`))).toBe(true)
      expect(read(`${page}.ts`)).toContain('\nComponent({')
      expect(JSON.parse(read(`${page}.json`))).toMatchObject({ component: true })
    }
    expect(read('pages/index/index.wxml')).toContain('<web-view')
  })

  it('compiles TypeScript, has a placeholder AppID and leaves tests out', () => {
    const project = JSON.parse(read('project.config.json'))
    expect(project).toMatchObject({ appid: 'touristappid', setting: { useCompilerPlugins: ['typescript'] } })
    expect(project.packOptions.ignore).toContainEqual({ type: 'suffix', value: '.test.ts' })
    expect(existsSync(path.join(root, JSON.parse(read('app.json')).sitemapLocation))).toBe(true)
  })

  it.each(sources)('%s imports only its own files, and uses nothing that only a browser has', (name) => {
    const text = read(name)
    for (const [, from = ''] of text.matchAll(/from '([^']+)'/g)) {
      expect(existsSync(path.join(root, path.dirname(name), `${from}.ts`))).toBe(true)
    }
    expect(text).not.toMatch(/\b(window|document|localStorage|fetch|URLSearchParams|new URL|crypto)\b/)
  })

  it('calls the routes, and knows the codes and the source, of the server', () => {
    const login = read('pages/login/login.ts')
    const { loginByWechatCode, bindWechatPhone } = wechatRoutes
    for (const route of [loginByWechatCode, bindWechatPhone, agreementRoutes.agreementList]) {
      expect(login).toContain(`'${route.path}'`)
    }
    expect([BIND_TOKEN_VOID, AGREEMENT_OUTDATED]).toEqual([resultCode.bindTokenVoid, resultCode.agreementOutdated])
    expect(read('pages/index/index.ts')).toContain(`source: '${MINI_PROGRAM_SOURCE}'`)
  })
})

type Launched = { globalData: { fr: string }; onShow: (launch: { query: Record<string, string> }) => void }

it('the channel of the visit is that of the latest entrance that has one', async () => {
  const register = vi.fn<(app: Launched) => void>()
  vi.stubGlobal('App', register)
  await import('./app')
  const app = register.mock.lastCall?.[0]
  const enter = (query: Record<string, string>) => {
    app?.onShow({ query })
    return app?.globalData.fr
  }
  expect([enter({}), enter({ fr: 'poster' }), enter({}), enter({ path: '%2F%3Ffr%3Dcard' })]).toEqual([
    '',
    'poster',
    'poster',
    'card',
  ])
})
