import { expect, test } from 'vitest'
import tokens from '../../ui/tokens.css?raw'
import { posterColours } from './poster-colours.ts'

const light = tokens.slice(0, tokens.indexOf('html[data-elder]'))

test.each(Object.entries(posterColours))('the poster draws %s in the light colour of the token', (name, colour) => {
  expect(light).toContain(`--${name}: ${colour};`)
})
