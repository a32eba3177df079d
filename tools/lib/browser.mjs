import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bin, root } from './paths.mjs'

const cache = join(root, 'node_modules', '.cache', 'baiqicha')

/** Noto Sans Simplified Chinese (OFL-1.1), 36 MB: fetched only if the system has no Chinese font. */
const FONT = {
  family: 'Noto Sans S Chinese',
  spec: '@embedpdf/fonts-sc@1.0.0',
  sha512: 'ETXl7XCwaQLSSvMO3EUDwMNqtL64kX2LlFxarTRi/NsIGGOIxUurGfKtrkmtnKHrWy1jAJSt6oxK2uJhvdvQIw==',
}

const onPath = (names) => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

const systemChromium = () => onPath(['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'])

async function npmChromium() {
  const { default: chromium } = await import(pathToFileURL(bin('@sparticuz', 'chromium', 'build', 'index.js')).href)
  return chromium.executablePath()
}

function systemHasChineseFont() {
  try {
    return execFileSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' }).trim() !== ''
  } catch {
    return false
  }
}

/** The alias is a family of our style sheet: digits and Latin letters would else come from any other font, often a wide one. */
const fontConfig = (folder) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(tmpdir(), 'baiqicha-fontconfig')}</cachedir>
  <alias binding="same"><family>Noto Sans SC</family><prefer><family>${FONT.family}</family></prefer></alias>
</fontconfig>
`

/** Downloads the font from npm, verifies its hash, and returns a fontconfig file that includes it. */
function chineseFontFile() {
  const fonts = join(cache, 'fonts')
  const config = join(cache, 'fonts.conf')
  if (!existsSync(join(fonts, 'package'))) {
    mkdirSync(fonts, { recursive: true })
    console.log('系统没有中文字体，从 npm 取得一份供测试使用……')
    execFileSync('npm', ['pack', FONT.spec, '--silent', '--pack-destination', fonts], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const archive = readdirSync(fonts).find((name) => name.endsWith('.tgz'))
    if (archive === undefined) throw new Error(`npm pack ${FONT.spec} 没有给出文件`)
    const bytes = readFileSync(join(fonts, archive))
    if (createHash('sha512').update(bytes).digest('base64') !== FONT.sha512)
      throw new Error(`${FONT.spec} 的校验值不符`)
    execFileSync('tar', ['xzf', archive], { cwd: fonts })
  }
  writeFileSync(config, fontConfig(fonts))
  return config
}

/**
 * Environment variables that select browser and fonts for tests:
 * CHROMIUM_PATH if set, else the system's Chromium, else the one installed by npm, which needs extra flags.
 */
export async function browserForTests() {
  const system = process.env.CHROMIUM_PATH ?? systemChromium()
  return {
    CHROMIUM_PATH: system ?? (await npmChromium()),
    CHROMIUM_FLAGS: system ? '' : '--no-zygote --disable-gpu',
    // Without UTF-8 Chromium saves a file of a Chinese name as "download".
    LC_ALL: 'C.UTF-8',
    // Playwright sets FORCE_COLOR for its workers, and Node warns where both are set. Without a terminal it prints no colours.
    NO_COLOR: undefined,
    ...(systemHasChineseFont() ? {} : { FONTCONFIG_FILE: chineseFontFile() }),
  }
}
