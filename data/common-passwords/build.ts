/**
 * Writes list.txt, the passwords that accounts may not use: `node data/common-passwords/build.ts`. The most frequent ones of
 * a published list (zxcvbn-ts, MIT) with an allowed length, and some that are common in China and missing there.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PASSWORD_LENGTH } from '@baiqicha/contract/account'
import { dictionary } from '@zxcvbn-ts/language-common'

const LIST_LENGTH = 10_000

const digits = Array.from({ length: 10 }, (_, digit) => String(digit))
/** Repeated digits, and numbers that sound like words of love. */
const chinese = [
  ...digits.flatMap((digit) => [digit.repeat(8), digit.repeat(9), digit.repeat(10)]),
  '5201314520',
  '1314520520',
  '52013145',
  'woaini520',
  'woaini521',
  'woaini1314',
  'woaini5201314',
  'iloveyou520',
]

const hasAllowedLength = (password: string) => {
  const { length } = Array.from(password)
  return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max
}

/** The licence as comment lines, which begin with `#`. */
const licence = readFileSync(new URL('../LICENSE.txt', import.meta.resolve('@zxcvbn-ts/language-common')), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => `# ${line}`.trimEnd())

const published = dictionary['passwords-common'].map((password) => password.toLowerCase()).filter(hasAllowedLength)
const list = [...new Set([...chinese, ...published])].slice(0, LIST_LENGTH)
if (list.some((password) => password.startsWith('#'))) throw new Error('a password would be read as a comment')
const lines = ['# Common passwords, from @zxcvbn-ts/language-common:', '#', ...licence, ...list]
writeFileSync(path.join(import.meta.dirname, 'list.txt'), `${lines.join('\n')}\n`)
console.log(`list.txt: ${list.length} passwords`)
