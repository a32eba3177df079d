import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { root } from './lib/paths.mjs'

// Downloads the font of reports with its licence: `node tools/report-font.mjs`. `--check` compares the committed file.
const SOURCE = '@expo-google-fonts/noto-sans-sc@0.4.3'
const SHA256 = 'd45f67f0a7c0ca3f256950777ce6a61cc7ce5f9696d02900cbbaac25f8aa7d16'
const folder = join(root, 'data', 'fonts')
const file = join(folder, 'NotoSansSC-Regular.ttf.gz')

function requireHash(font) {
  const hash = createHash('sha256').update(font).digest('hex')
  if (hash !== SHA256) throw new Error(`SHA-256 of the font is ${hash}, not ${SHA256}`)
}

if (process.argv.includes('--check')) {
  requireHash(gunzipSync(readFileSync(file)))
} else {
  const work = mkdtempSync(join(tmpdir(), 'report-font-'))
  try {
    execFileSync('npm', ['pack', '--silent', SOURCE], { cwd: work })
    execFileSync('tar', ['xzf', 'expo-google-fonts-noto-sans-sc-0.4.3.tgz'], { cwd: work })
    const font = readFileSync(join(work, 'package', '400Regular', 'NotoSansSC_400Regular.ttf'))
    requireHash(font)
    writeFileSync(file, gzipSync(font, { level: 9 }))
    copyFileSync(join(work, 'package', 'LICENSE_FONT'), join(folder, 'OFL.txt'))
  } finally {
    rmSync(work, { recursive: true })
  }
}
console.log('data/fonts/NotoSansSC-Regular.ttf.gz')
