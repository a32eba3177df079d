import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createHmacHasher, loadHmacKey } from './hmac.ts'

describe('a hmac', () => {
  const hmac = createHmacHasher(new Uint8Array(32))

  it('differs by part and by purpose', () => {
    const seals = [hmac('sms', 'ab', 'c'), hmac('sms', 'a', 'bc'), hmac('sms', 'abc'), hmac('captcha', 'ab', 'c')]
    expect(new Set(seals).size).toBe(4)
    expect(hmac('sms', 'ab', 'c')).toBe(seals[0])
  })

  it('cannot be made with another key', () => {
    expect(createHmacHasher(new Uint8Array(32).fill(1))('sms', 'a')).not.toBe(hmac('sms', 'a'))
  })
})

function folder(): string {
  const created = mkdtempSync(path.join(tmpdir(), 'baiqicha-key-'))
  onTestFinished(() => rmSync(created, { recursive: true }))
  return created
}

describe('the key', () => {
  it('is created once, readable by its owner only, and read again', () => {
    const dataDir = folder()
    const key = loadHmacKey(dataDir)
    expect(key).toHaveLength(32)
    expect(loadHmacKey(dataDir)).toEqual(key)
    expect(statSync(path.join(dataDir, 'secret.key')).mode & 0o077).toBe(0)
  })

  it('that is damaged is refused in a sentence', () => {
    const dataDir = folder()
    writeFileSync(path.join(dataDir, 'secret.key'), 'short')
    expect(() => loadHmacKey(dataDir)).toThrow('密钥文件已损坏')
  })
})
