import { expect, test } from 'vitest'
import { dockRobot } from './robot-button.tsx'

const screen = { width: 375, height: 812 }
const margins = { top: 100, bottom: 130 }

test.each([
  ['the right half', { x: 300, y: 500 }, { side: 'right', bottom: 312 }],
  ['the left half', { x: 100, y: 500 }, { side: 'left', bottom: 312 }],
  ['below the tab bar', { x: 300, y: 900 }, { side: 'right', bottom: 130 }],
  ['above the screen', { x: 300, y: -50 }, { side: 'right', bottom: 712 }],
])('released in %s it docks within the margins', (_name, { x, y }, place) => {
  expect(dockRobot(x, y, screen, margins)).toEqual(place)
})
