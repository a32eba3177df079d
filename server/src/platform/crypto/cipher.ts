import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts short texts for storage. */
export type Cipher = ReturnType<typeof createCipher>

/** AES-256-GCM with a key derived from the secret key, so that the key of the hashes encrypts nothing. */
export function createCipher(secret: Uint8Array) {
  const key = createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', 'baiqicha cipher', 32)))
  return {
    seal: (text: string): string => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    /** @throws Error when the text was changed, or sealed with another key. */
    open: (sealed: string): string => {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
