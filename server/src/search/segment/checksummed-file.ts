import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { basename } from 'node:path'
import { crc32 } from 'node:zlib'
import { IndexDamaged } from './bytes.ts'
import { inFile } from './index-corruption.ts'

const SEAL = 4
const sealOf = (name: string, bytes: Uint8Array) => crc32(bytes, crc32(name))

/** Writes bytes with a check sum that also knows the name of the file, down to the disk. @returns bytes of the file */
export function writeSealedFile(file: string, bytes: Uint8Array, name = basename(file)): number {
  const sealed = Buffer.alloc(SEAL)
  sealed.writeUInt32LE(sealOf(name, bytes))
  const handle = openSync(file, 'w')
  try {
    for (const part of [sealed, bytes]) {
      for (let at = 0; at < part.length; ) at += writeSync(handle, part, at)
    }
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  return SEAL + bytes.length
}

/** @throws FileDamaged unless the file holds what was written to it, under its name. */
export const readSealedFile = (file: string): Uint8Array =>
  inFile(file, () => {
    const sealed = readWhole(file)
    const bytes = sealed.subarray(SEAL)
    if (sealed.length < SEAL || sealed.readUInt32LE() !== sealOf(basename(file), bytes)) {
      throw new IndexDamaged(`${basename(file)} is not what was written`)
    }
    return bytes
  })

function readWhole(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new IndexDamaged(`${basename(file)} cannot be read`, { cause: error })
  }
}
