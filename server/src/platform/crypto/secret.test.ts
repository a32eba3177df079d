import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSeal, loadSealKey } from './secret.ts'

describe('a seal', () => {
  const seal = createSeal(new Uint8Array(32))

  it('differs by part and by purpose', () => {
    const seals = [seal('sms', 'ab', 'c'), seal('sms', 'a', 'bc'), seal('sms', 'abc'), seal('captcha', 'ab', 'c')]
    expect(new Set(seals).size).toBe(4)
    expect(seal('sms', 'ab', 'c')).toBe(seals[0])
  })

  it('cannot be made with another key', () => {
    expect(createSeal(new Uint8Array(32).fill(1))('sms', 'a')).not.toBe(seal('sms', 'a'))
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
    const key = loadSealKey(dataDir)
    expect(key).toHaveLength(32)
    expect(loadSealKey(dataDir)).toEqual(key)
    expect(statSync(path.join(dataDir, 'secret.key')).mode & 0o077).toBe(0)
  })

  it('that is damaged is refused in a sentence', () => {
    const dataDir = folder()
    writeFileSync(path.join(dataDir, 'secret.key'), 'short')
    expect(() => loadSealKey(dataDir)).toThrow('密钥文件已损坏')
  })
})
