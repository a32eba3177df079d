import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { posterColours } from '../../web/src/domain/share/poster-frame.ts'
import { root } from './paths.mjs'

const tokensCss = readFileSync(join(root, 'web/src/ui/tokens.css'), 'utf8')
const light = tokensCss.slice(0, tokensCss.indexOf('html[data-elder]'))

test.each(Object.entries(posterColours))('a poster draws %s in the light colour of tokens.css', (name, colour) => {
  expect(light).toContain(`--${name}: ${colour};`)
})
