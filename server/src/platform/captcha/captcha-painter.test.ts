import { describe, expect, it } from 'vitest'
import { readPicture } from '../../../test/account/captcha-picture.ts'
import { systemRandom } from '../crypto/system-random.ts'
import { CAPTCHA_WIDTH, createCaptchaPainter } from './captcha-painter.ts'

async function inkOf(text: string): Promise<{ pixels: number; columns: number }> {
  const { levels, width } = await readPicture(await (await createCaptchaPainter()).paint(text, systemRandom))
  const inked = Array.from(levels.entries()).filter(([, level]) => level < 128)
  return { pixels: inked.length, columns: new Set(inked.map(([at]) => at % width)).size }
}

describe('the captcha painter', () => {
  it('paints letters, not only noise', async () => {
    const [empty, full] = [await inkOf(''), await inkOf('WMHK')]
    expect(full.pixels).toBeGreaterThan(empty.pixels + 400)
    expect(full.columns).toBeGreaterThan(CAPTCHA_WIDTH / 2)
  })

  it('paints different pictures of the same text', async () => {
    const painter = await createCaptchaPainter()
    const [first, second] = [await painter.paint('AB2C', systemRandom), await painter.paint('AB2C', systemRandom)]
    expect(first.equals(second)).toBe(false)
    expect(first.subarray(1, 4).toString()).toBe('PNG')
  })
})
