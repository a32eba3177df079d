import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createHmacHasher, loadHmacKey } from './hmac.ts'

describe('an HMAC', () => {
  const hmac = createHmacHasher(new Uint8Array(32))

  it('depends on the purpose and on each part', () => {
    const hmacs = [hmac('sms', 'ab', 'c'), hmac('sms', 'a', 'bc'), hmac('sms', 'abc'), hmac('captcha', 'ab', 'c')]
    expect(new Set(hmacs).size).toBe(4)
    expect(hmac('sms', 'ab', 'c')).toBe(hmacs[0])
  })

  it('depends on the key', () => {
    expect(createHmacHasher(new Uint8Array(32).fill(1))('sms', 'a')).not.toBe(hmac('sms', 'a'))
  })
})

function folder(): string {
  const created = mkdtempSync(path.join(tmpdir(), 'baiqicha-key-'))
  onTestFinished(() => rmSync(created, { recursive: true }))
  return created
}

describe('the HMAC key', () => {
  it('is created once, readable by its owner only, and loaded later', () => {
    const dataDir = folder()
    const key = loadHmacKey(dataDir)
    expect(key).toHaveLength(32)
    expect(loadHmacKey(dataDir)).toEqual(key)
    expect(statSync(path.join(dataDir, 'secret.key')).mode & 0o077).toBe(0)
  })

  it('stops the start with a sentence when its file is damaged', () => {
    const dataDir = folder()
    writeFileSync(path.join(dataDir, 'secret.key'), 'short')
    expect(() => loadHmacKey(dataDir)).toThrow('密钥文件已损坏')
  })
})
