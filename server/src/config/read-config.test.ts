import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { completeAgreements } from '../../test/builders/content.ts'
import { ConfigError, readConfig } from './read-config.ts'
import { parseSiteAddresses, settingRows } from './setting.ts'
import { settings } from './settings.ts'

const smsAccount = {
  SMS_ACCESS_KEY_ID: 'id',
  SMS_ACCESS_KEY_SECRET: 'secret',
  SMS_SIGN_NAME: '演示',
  SMS_TEMPLATES: 'SMS_1',
}

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

/** Files of these names in a folder of their own. */
function folderWith(names: readonly string[], content = 'check') {
  const folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-check-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = names.map((name) => path.join(folder, name))
  for (const file of files) writeFileSync(file, content)
  return files
}

describe('the configuration', () => {
  it('requires no variable', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', mode: 'local', logLevel: 'warn', demoData: true })
    expect(config.databaseUrl).toBeUndefined()
    expect(path.isAbsolute(config.dataDir)).toBe(true)
  })

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 8080 })
  })

  it.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['DATABASE_URL', 'postgres://user:password@a:5432,b:5432/name'],
    ['SEARCH_URL', 'search.example.com:9200'],
    ['SEARCH_SHARDS', '0'],
    ['SEARCH_REPLICAS', '11'],
    ['SEARCH_REFRESH_SECONDS', '0.5'],
    ['FILES_URL', 'https://key:secret@localhost/bucket'],
    ['FILES_URL', 's3://localhost/bucket'],
    ['FILES_URL', 's3://key:secret@localhost'],
    ['FILES_URL', 's3://key:secret@localhost/Bucket'],
    ['FILES_URL', 's3://key:secret@localhost/bucket?tls=no'],
    ['FILES_URL', 's3://key:secret@localhost/bucket?ssl=off'],
    ['APP_MODE', 'prod'],
    ['SMS_SENDER', 'pigeon'],
    ['SMS_ACCESS_KEY_ID', '密钥'],
    ['SMS_ACCESS_KEY_SECRET', 'a b'],
    ['SMS_SIGN_NAME', '【演示】'],
    ['SMS_TEMPLATES', 'login=SMS_1'],
    ['SMS_TEMPLATES', 'SMS 1'],
    ['SMS_APP_ID', '14x'],
    ['SMS_REGION', 'Guangzhou'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, proxy'],
    ['OPS_TOKEN', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['DEMO_DATA', 'yes'],
    ['FRAME_ANCESTORS', 'example.com;script-src *'],
    ['LOGO_HOSTS', 'https://img.example.com'],
    ['JUMP_HOSTS', 'a/b'],
    ['TEST_HOSTS', '*'],
    ['TRACKING_URL', 'tcp://localhost'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:word@127.0.0.1:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', '-1'],
    ['AI_BASE_URL', 'api.example.com/v1'],
    ['AI_BASE_URL', 'https://user@api.example.com/v1'],
    ['AI_API_KEY', '密 钥'],
    ['AI_MODEL', 'a b'],
    ['PUBLIC_ORIGIN', 'https://a.example/path'],
    ['WECHAT_MINI_APP_ID', 'gh_0123'],
    ['WECHAT_OFFICIAL_APP_SECRET', 'short'],
    ['WECHAT_VERIFY_FILES', '/missing/check.txt'],
  ])('refuses %s=%s in a sentence that names it', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(name)
  })

  it('reads a language model, whose address needs a name and whose key needs https or this machine', () => {
    const model = { AI_BASE_URL: 'https://api.example.com/v1/', AI_API_KEY: 'canary', AI_MODEL: 'chat' }
    expect(readConfig({}).model).toBeNull()
    expect(readConfig(model).model).toEqual({ baseUrl: 'https://api.example.com/v1', apiKey: 'canary', model: 'chat' })
    expect(readConfig({ ...model, AI_BASE_URL: 'http://127.0.0.1:8190/v1' }).model).toMatchObject({ apiKey: 'canary' })
    expect(problemsOf({ AI_BASE_URL: model.AI_BASE_URL })).toEqual(['AI_MODEL 未设置：AI_BASE_URL 需要它'])
    expect(problemsOf({ AI_MODEL: 'chat' })).toEqual(['AI_BASE_URL 未设置：AI_MODEL 需要它'])
    expect(problemsOf({ AI_API_KEY: 'canary' })).toEqual(['AI_BASE_URL 未设置：AI_API_KEY 需要它'])
    expect(problemsOf({ ...model, AI_BASE_URL: 'http://api.example.com/v1' })).toEqual([
      'AI_BASE_URL 无效：有 AI_API_KEY 时须以 https:// 开头',
    ])
  })

  it('reads OpenSearch, whose password needs https or this machine', () => {
    const url = 'https://search:canary@one.example.com:9200, https://two.example.com:9200'
    expect(readConfig({}).search).toBeNull()
    expect(readConfig({ SEARCH_URL: url, SEARCH_SHARDS: '3' }).search).toEqual({
      url,
      index: { shards: 3, replicas: 1, refreshSeconds: 1 },
    })
    expect(readConfig({ SEARCH_URL: 'http://10.0.0.1:9200' }).search?.index.shards).toBeNull()
    expect(problemsOf({ SEARCH_URL: 'http://search:canary@10.0.0.1:9200' })).toEqual([
      'SEARCH_URL 无效：有密码时须以 https:// 开头',
    ])
    expect(problemsOf({ SEARCH_CA_FILE: 'ca.pem' })).toEqual(['SEARCH_URL 未设置：SEARCH_CA_FILE 需要它'])
    expect(problemsOf({ SEARCH_URL: url, SEARCH_CA_FILE: '/missing.pem' })).toEqual([
      'SEARCH_CA_FILE=/missing.pem 无效：应为 PEM 证书文件',
    ])
  })

  it('reads the questions that an operator refuses, and names a file that is wrong', () => {
    expect(readConfig({}).refusalRules.map(({ reason }) => reason)).toContain('selfHarm')
    expect(problemsOf({ AI_REFUSALS_FILE: '/missing.json' }).join()).toMatch(/^AI_REFUSALS_FILE=\/missing\.json/)
  })

  it('reports all problems at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'y', DEMO_DATA: 'z' })).toHaveLength(3)
  })

  it('never repeats a secret', () => {
    const problems = problemsOf({
      OPS_TOKEN: 'canary',
      DATABASE_URL: 'mysql://canary',
      FILES_URL: 's3://canary:canary@localhost',
      SMS_ACCESS_KEY_ID: 'canary 1',
      SMS_ACCESS_KEY_SECRET: 'canary 2',
    })
    expect(problems).toHaveLength(5)
    expect(problems.join()).not.toContain('canary')
  })

  it('refuses settings that reveal codes in production', () => {
    const problems = problemsOf({ APP_MODE: 'production', SMS_OUTBOX_FILE: 'a', CAPTCHA_OUTBOX_FILE: 'b' })
    expect(problems.map((problem) => problem.split(/[ =]/)[0])).toEqual([
      'SMS_SENDER',
      'SMS_OUTBOX_FILE',
      'CAPTCHA_OUTBOX_FILE',
      'AGREEMENTS_DIR：协议中还有待填写的内容',
    ])
  })

  it('reads the agreements of an operator, and names a file that is missing', () => {
    const folder = completeAgreements()
    expect(JSON.stringify(readConfig({ AGREEMENTS_DIR: folder }).agreements.texts)).toContain('由演示（下称“我们”）')
    rmSync(path.join(folder, 'membership.md'))
    expect(problemsOf({ AGREEMENTS_DIR: folder }).join()).toMatch(/^AGREEMENTS_DIR：.*membership\.md/)
  })

  it('states in 隐私政策 how many days events are stored', () => {
    const [policy, shortPolicy] = [{}, { TRACKING_DAYS: '30' }].map((env) =>
      JSON.stringify(readConfig(env).agreements.texts.privacy_policy),
    )
    expect(policy).toContain('使用统计：180 天')
    expect(shortPolicy).toContain('使用统计：30 天')
    expect(shortPolicy).not.toContain('使用统计：180 天')
  })

  it('fills placeholders of agreements with neutral words in local mode only', () => {
    expect(JSON.stringify(readConfig({}).agreements.texts)).not.toContain('【')
  })

  it('refuses the desk on a network without https in production', () => {
    const problemsAt = (env: Record<string, string>) =>
      problemsOf({ APP_MODE: 'production', OPS_PORT: '8081', ...env }).filter((line) => line.startsWith('OPS_'))
    for (const OPS_HOST of ['127.0.0.1', '::1', 'localhost']) expect.soft(problemsAt({ OPS_HOST })).toEqual([])
    const [OPS_HOST, OPS_ORIGIN] = ['0.0.0.0', 'https://desk.example.com']
    expect(problemsAt({ OPS_HOST, OPS_ORIGIN })).toEqual([])
    for (const origin of ['', 'http://desk.example.com']) {
      expect.soft(problemsAt({ OPS_HOST, OPS_ORIGIN: origin })).toEqual([expect.stringContaining('https://')])
    }
    expect(problemsOf({ OPS_PORT: '8081', OPS_HOST })).toEqual([])
  })

  it.each(['aliyun', 'tencent'])('starts production with %s', (sender) => {
    const config = readConfig({
      APP_MODE: 'production',
      SMS_SENDER: sender,
      SMS_APP_ID: '1400000000',
      ...smsAccount,
      AGREEMENTS_DIR: completeAgreements(),
    })
    expect(config).toMatchObject({ mode: 'production', sms: { sender, account: { signName: '演示' } } })
  })

  it.each([
    ['aliyun', []],
    ['tencent', ['SMS_APP_ID']],
  ])('names each missing variable that %s requires', (sender, more) => {
    const missing = [...Object.keys(smsAccount), ...more]
    expect(problemsOf({ SMS_SENDER: sender })).toEqual(
      missing.map((name) => `${name} 未设置：SMS_SENDER=${sender} 需要它`),
    )
  })

  it.each([
    ['SMS_1', ['SMS_1', 'SMS_1', 'SMS_1', 'SMS_1', 'SMS_1', 'SMS_1', 'SMS_1', 'SMS_1']],
    [
      'hideNumber=8, correction=7, signOut=6, exportData=5, deactivate=4, resetPassword=3, register=2, login=1',
      ['1', '2', '3', '4', '5', '6', '7', '8'],
    ],
  ])(
    'reads the template of each scene from %s',
    (text, [login, register, resetPassword, deactivate, exportData, signOut, correction, hideNumber]) => {
      expect(readConfig({ SMS_SENDER: 'aliyun', ...smsAccount, SMS_TEMPLATES: text })).toMatchObject({
        sms: {
          account: {
            templates: { login, register, resetPassword, deactivate, exportData, signOut, correction, hideNumber },
          },
        },
      })
    },
  )

  it('names an unusable limits file and the problem in it', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-limits-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = path.join(folder, 'limits.json')
    expect(problemsOf({ LIMITS_FILE: file })[0]).toContain('LIMITS_FILE')
    writeFileSync(file, '{"guessesPerSmsCode":0}')
    expect(problemsOf({ LIMITS_FILE: file })[0]).toContain('guessesPerSmsCode')
  })

  it('names an unusable partners file and the problem in it, and no secret', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-partners-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = path.join(folder, 'partners.json')
    expect(readConfig({}).partners.size).toBe(0)
    expect(problemsOf({ PARTNERS_FILE: file })[0]).toContain('PARTNERS_FILE')
    writeFileSync(file, '{"shop":"canary"}')
    expect(problemsOf({ PARTNERS_FILE: file })).toEqual([
      `PARTNERS_FILE=${file} 无效：shop 的密钥应为 32 至 256 个可见字符，不含空格`,
    ])
    writeFileSync(file, `{"shop":"${'s'.repeat(32)}"}`)
    expect([...readConfig({ PARTNERS_FILE: file }).partners.keys()]).toEqual(['shop'])
  })

  it('refuses an AppID without its secret', () => {
    expect(problemsOf({ WECHAT_MINI_APP_ID: 'wx0123456789abcdef' })).toEqual([
      'WECHAT_MINI_APP_SECRET 未设置：WECHAT_MINI_APP_ID 需要它',
    ])
  })

  describe("WeChat's check files", () => {
    it('are one or several small text files', () => {
      const files = folderWith(['MP_verify_aB3.txt', 'x-1.txt'])
      expect(readConfig({ WECHAT_VERIFY_FILES: files.join(' , ') }).wechatVerifyFiles).toEqual(files)
      expect(readConfig({}).wechatVerifyFiles).toEqual([])
    })

    it.each(['index.html', 'check.txt.js', '.txt', 'a b.txt', '校验.txt', '%2e%2e.txt', `${'a'.repeat(65)}.txt`])(
      'may not be named %s',
      (name) => {
        const [file = ''] = folderWith([name])
        expect(problemsOf({ WECHAT_VERIFY_FILES: file })).toEqual([expect.stringContaining('WECHAT_VERIFY_FILES')])
      },
    )

    it('may not be larger than 1 KiB, a folder, or two of one name', () => {
      const [large = ''] = folderWith(['large.txt'], 'a'.repeat(1025))
      const [one = '', other = ''] = [...folderWith(['same.txt']), ...folderWith(['same.txt'])]
      const folder = path.join(path.dirname(one), 'folder.txt')
      mkdirSync(folder)
      for (const files of [large, folder, `${one},${other}`]) {
        expect(problemsOf({ WECHAT_VERIFY_FILES: files })).toEqual([expect.stringContaining('WECHAT_VERIFY_FILES')])
      }
    })
  })

  it('is documented: docs/configuration.md is this table (renewed by `npx vitest run --project unit read-config -u`)', async () => {
    const lines = settingRows(settings).map(({ name, default: initial, meaning, meaningZh }) => {
      const cells = [`\`${name}\``, initial === '' ? '' : `\`${initial}\``, `${meaning}<br>${meaningZh}`]
      return `| ${cells.join(' | ')} |`
    })
    const page = `# Configuration · 配置

Environment variables, validated at start; an invalid value stops the start with a sentence.
环境变量，启动时检查；值无效时说明原因并停止启动。

| Variable · 变量 | Default · 默认 | Meaning · 含义 |
|---|---|---|
${lines.join('\n')}
`
    await expect(page).toMatchFileSnapshot('../../../docs/configuration.md')
  })
})

it('reads an address for each named site', () => {
  expect([...parseSiteAddresses(' tax=https://a.example/x?y=1  disclosure=http://b.example/?key={code} ')]).toEqual([
    ['tax', 'https://a.example/x?y=1'],
    ['disclosure', 'http://b.example/?key={code}'],
  ])
})

it('reads nothing as no address', () => {
  expect(parseSiteAddresses('').size).toBe(0)
})

it.each([
  'court=https://a.example/',
  'tax',
  'tax=',
  'tax=a.example',
  'tax=javascript:alert(1)',
  'tax=https://a.example/ tax=https://b.example/',
])('refuses %s', (text) => {
  expect(() => parseSiteAddresses(text)).toThrow()
})
