import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  answerUploads,
  buildPicture,
  buildReceipt,
  chip,
  contactProof,
  fillIn,
  openCorrection,
  openCorrectionSignedIn,
  pick,
  sentPicture,
  stubPreviews,
  submit,
} from '../../../test/correction-form.ts'
import { answer, refuse } from '../../../test/server.ts'
import { clearPictures } from '../../platform/uploads/picture-store.ts'
import { clearContactProof, saveContactProof } from './contact-proof.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './correction-page.tsx'

const revoke = vi.fn<(url: string) => void>()

beforeEach(() => stubPreviews(revoke.mockReset()))
afterEach(() => {
  clearPictures()
  clearContactProof()
})

describe('pictures', () => {
  test('are uploaded when picked, with the token, and submitted by id', async () => {
    const uploads = answerUploads()
    const app = await openCorrectionSignedIn()
    await fillIn(app)
    await pick(app, buildPicture('a.png'), buildPicture('b.png'))
    await sentPicture(1)
    await sentPicture(2)
    expect(uploads.map(({ token, contactToken }) => [token, contactToken])).toEqual([
      ['token-1', null],
      ['token-1', null],
    ])
    const sent = answer('submitCorrection', buildReceipt())
    await submit(app)
    await screen.findByRole('heading', { name: '已受理' })
    expect(sent[0]?.body).toMatchObject({ evidence: expect.arrayContaining(['i-1', 'i-2']) })
    expect(revoke).toHaveBeenCalledTimes(2)
  })

  test('of a visitor are uploaded after verification', async () => {
    const uploads = answerUploads()
    const app = await openCorrection()
    await pick(app, buildPicture())
    expect(await screen.findByText('图片已选择，验证手机号后上传。')).toBeTruthy()
    expect(uploads).toEqual([])
    saveContactProof(contactProof)
    await sentPicture(1)
    expect(uploads.map(({ token, contactToken }) => [token, contactToken])).toEqual([[null, contactProof.contactToken]])
  })

  test('are limited to four; a message reports the rest', async () => {
    answerUploads()
    const app = await openCorrectionSignedIn()
    await pick(app, ...Array.from({ length: 6 }, (_, at) => buildPicture(`${at}.png`)))
    await sentPicture(4)
    expect(screen.getByText('最多 4 张，超出的 2 张未添加')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '添加图片' })).toBeNull()
    await app.user.click(chip('移除第 2 张'))
    expect(screen.getAllByRole('img')).toHaveLength(3)
    expect(document.activeElement).toBe(chip('添加图片'))
  })

  test('of another type are rejected one by one and block submission until removed', async () => {
    const uploads = answerUploads()
    const app = await openCorrectionSignedIn()
    await fillIn(app)
    await pick(app, buildPicture('a.png'), buildPicture('b.png', [0x25, 0x50, 0x44, 0x46]))
    expect(await screen.findByText(/第 2 张：只支持 JPG、PNG、WebP 图片/)).toBeTruthy()
    await sentPicture(1)
    const sent = answer('submitCorrection', buildReceipt())
    await submit(app)
    expect(await screen.findByText('部分图片上传失败，请重试或移除后提交')).toBeTruthy()
    expect(sent).toEqual([])
    await app.user.click(chip('移除第 2 张'))
    await submit(app)
    await screen.findByRole('heading', { name: '已受理' })
    expect(uploads).toHaveLength(1)
  })

  test.each<[string, Parameters<typeof answerUploads>[0], RegExp]>([
    [
      'the server’s own reason',
      { code: 4118, message: '图片无法读取，请换一张，或截图后上传' },
      /第 1 张：图片无法读取/,
    ],
    ['a throttle', { code: 429, message: '上传图片过于频繁，请 3 分钟后再试' }, /第 1 张：上传图片过于频繁/],
    ['no network', 'network', /第 1 张：网络连接失败/],
    ['a server in trouble', 503, /第 1 张：服务不可用/],
  ])('that fail show %s and can be retried', async (_name, failure, sentence) => {
    answerUploads(failure)
    const app = await openCorrectionSignedIn()
    await pick(app, buildPicture())
    expect(await screen.findByText(sentence)).toBeTruthy()
    answerUploads()
    await app.user.click(chip('重试'))
    await sentPicture(1)
    expect(screen.queryByText(sentence)).toBeNull()
  })

  test('that the server has deleted are uploaded again', async () => {
    const uploads = answerUploads()
    const app = await openCorrectionSignedIn()
    await fillIn(app)
    await pick(app, buildPicture())
    await sentPicture(1)
    refuse('submitCorrection', 4118, '图片已失效，请重新上传')
    await submit(app)
    expect(await screen.findByText('图片已失效，请重新上传')).toBeTruthy()
    await waitFor(() => expect(uploads).toHaveLength(2))
    await sentPicture(1)
    const sent = answer('submitCorrection', buildReceipt())
    await submit(app)
    await screen.findByRole('heading', { name: '已受理' })
    expect(sent[0]?.body).toMatchObject({ evidence: ['i-2'] })
  })
})
