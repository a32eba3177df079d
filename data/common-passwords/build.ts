/**
 * Makes list.txt, passwords nobody should have: `node data/common-passwords/build.ts`. The commonest of a published list
 * (zxcvbn-ts, MIT) that are long enough to be chosen here, and a few that are common in China and missing there.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PASSWORD_LENGTH } from '@baiqicha/contract/account'
import { dictionary } from '@zxcvbn-ts/language-common'

const MOST = 10_000

const digits = Array.from({ length: 10 }, (_, digit) => String(digit))
/** One digit again and again, and numbers that sound like words of love. */
const ours = [
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

const isLongEnough = (password: string) => {
  const { length } = Array.from(password)
  return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max
}

/** Lines that begin with `#` are none of the passwords. */
const licence = readFileSync(new URL('../LICENSE.txt', import.meta.resolve('@zxcvbn-ts/language-common')), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => `# ${line}`.trimEnd())

const published = dictionary['passwords-common'].map((password) => password.toLowerCase()).filter(isLongEnough)
const list = [...new Set([...ours, ...published])].slice(0, MOST)
if (list.some((password) => password.startsWith('#'))) throw new Error('a password would be read as a remark')
const lines = ['# Common passwords, from @zxcvbn-ts/language-common:', '#', ...licence, ...list]
writeFileSync(path.join(import.meta.dirname, 'list.txt'), `${lines.join('\n')}\n`)
console.log(`list.txt: ${list.length} passwords`)
