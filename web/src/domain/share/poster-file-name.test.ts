import { expect, test } from 'vitest'
import { posterFileName } from './poster-file-name.ts'

test.each([
  ['澜山演示贸易有限公司', '百企查-澜山演示贸易有限公司.png'],
  ['演示/甲:公司"\n', '百企查-演示甲公司.png'],
  ['𬭎'.repeat(80), `百企查-${'𬭎'.repeat(50)}.png`],
])('the poster of %j is saved as %s', (about, name) => {
  expect(posterFileName(about)).toBe(name)
})
