import { licenceTextsSchema } from '@baiqicha/contract/about'
import { expect, test } from 'vitest'
import { collectLicences } from './licences.mjs'

const { list, texts } = licenceTextsSchema.parse(collectLicences())

test('the licences contain the packages of the phone and of the server, and the data made from packages', () => {
  const names = list.map(({ name }) => name)
  const shipped = ['react', 'zod', 'fastify', 'better-sqlite3', 'dejavu-fonts-ttf', '@napi-rs/canvas', '百企查']
  expect(names).toEqual(expect.arrayContaining([...shipped, 'pinyin-pro（汉字读音表）']))
  for (const tool of ['vitest', 'vite', 'typescript', 'csstype']) expect(names).not.toContain(tool)
  expect(names.filter((name) => /linux|darwin|win32/.test(name))).toEqual([])
})

test('every shipped package has a licence, and most have its text', () => {
  expect(list.filter(({ licence }) => licence === '' || licence.startsWith('SEE'))).toEqual([])
  expect(list.find(({ name }) => name === 'react')).toMatchObject({ licence: 'MIT' })
  const react = list.find(({ name }) => name === 'react')?.text ?? -1
  expect(texts[react]).toContain('Meta Platforms')
  expect(list.filter(({ text }) => text === null).length).toBeLessThan(list.length / 4)
})

test('the licences are the same every time', () => {
  expect(collectLicences()).toEqual({ list, texts })
})
