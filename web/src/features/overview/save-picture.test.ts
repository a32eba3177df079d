import { expect, test } from 'vitest'
import { framedPicture, type PictureFacts } from './save-picture.ts'

const facts: PictureFacts = {
  title: '澜山演示贸易 股权穿透',
  source: '演示来源 · 截至 2026-06-30',
  link: 'https://example.com/#/overview/shareholderInfo?id=c-1',
  isDemo: true,
}
function frame(of: Partial<PictureFacts> = {}) {
  const chart = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const { markup } = framedPicture(chart, { width: 375, height: 300, facts: { ...facts, ...of }, textSize: 12 })
  const image = new DOMParser().parseFromString(markup, 'image/svg+xml')
  const titles = Array.from(image.querySelectorAll('[font-size="16"]'), ({ textContent }) => textContent)
  return { markup, titles, texts: Array.from(image.querySelectorAll('text'), ({ textContent }) => textContent) }
}

test('a saved picture has title, source, date, legend and QR code, and no property of the page', () => {
  const { markup, texts } = frame()
  expect(texts).toEqual(
    expect.arrayContaining([facts.title, facts.source, '个人', '企业', '循环持股', '扫码查看股权穿透']),
  )
  expect(markup).not.toContain('var(')
  expect(markup.length).toBeGreaterThan(5_000)
})

test('a saved picture says 演示数据 across fictional companies only', () => {
  expect(frame().texts.filter((text) => text === '演示数据').length).toBeGreaterThan(3)
  expect(frame({ isDemo: false }).texts).not.toContain('演示数据')
})

test('a hostile name is text in a saved picture', () => {
  const title = '"><script>a</script>&'
  expect(frame({ title }).texts).toContain(title)
  expect(frame({ title }).markup).not.toContain('<script')
})

test('a long title takes several lines inside the picture', () => {
  const title = `${'演示'.repeat(40)} 股权穿透`
  const { titles } = frame({ title })
  expect(titles.length).toBeGreaterThan(2)
  expect(titles.join('')).toContain('演示'.repeat(40))
})
