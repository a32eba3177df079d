import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { posterColours } from '../../web/src/domain/share/poster-frame.ts'
import { root } from './paths.mjs'

const indexHtml = readFileSync(join(root, 'web/index.html'), 'utf8')
const tokensCss = readFileSync(join(root, 'web/src/ui/tokens.css'), 'utf8')

/** Custom properties of colours in the rule of a selector. */
function coloursOf(css: string, selector: string): Record<string, string> {
  const [, body = ''] = css.split(`${selector} {`)
  const rule = body.slice(0, body.indexOf('}'))
  return Object.fromEntries(
    Array.from(rule.matchAll(/(--[\w-]+): (#\w+)/g), ([, name = '', value = '']) => [name, value]),
  )
}

test.each([
  ['light', 'html', ':root'],
  ['dark', 'html[data-theme="dark"]', 'html[data-theme="dark"]'],
])('the static shell has the colours of tokens.css in the %s theme', (_theme, shellSelector, tokenSelector) => {
  const shell = coloursOf(indexHtml, shellSelector)
  const tokens = coloursOf(tokensCss, tokenSelector)
  expect(Object.keys(shell)).toHaveLength(6)
  expect(tokens).toMatchObject(shell)
})

const light = tokensCss.slice(0, tokensCss.indexOf('html[data-elder]'))

test.each(Object.entries(posterColours))('a poster draws %s in the light colour of tokens.css', (name, colour) => {
  expect(light).toContain(`--${name}: ${colour};`)
})
