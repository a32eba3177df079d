/** Samples per second of all recordings and captchas. */
export const SAMPLE_RATE = 8_000

const HEADER_BYTES = 44
const MIDDLE = 128

/** The samples (−1 to 1) of a mono WAV file with 8 bits at `SAMPLE_RATE`. @throws Error for any other format. */
export function readWav(file: Buffer): Float32Array {
  const format = { audio: file.readUInt16LE(20), channels: file.readUInt16LE(22), bits: file.readUInt16LE(34) }
  const isOurs =
    file.toString('latin1', 0, 4) === 'RIFF' &&
    file.toString('latin1', 36, 40) === 'data' &&
    format.audio === 1 &&
    format.channels === 1 &&
    format.bits === 8 &&
    file.readUInt32LE(24) === SAMPLE_RATE
  if (!isOurs) throw new Error('not a WAV file of 8 kHz, 8 bits and one channel')
  const bytes = file.subarray(HEADER_BYTES, HEADER_BYTES + file.readUInt32LE(40))
  return Float32Array.from(bytes, (byte) => (byte - MIDDLE) / MIDDLE)
}

/** A WAV file of this format with the samples, clipped to −1 to 1. */
export function writeWav(samples: Float32Array): Buffer {
  const file = Buffer.alloc(HEADER_BYTES + samples.length)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples.length, 40)
  for (let at = 0; at < samples.length; at += 1) {
    const level = Math.round(MIDDLE + (samples[at] ?? 0) * MIDDLE)
    file[HEADER_BYTES + at] = Math.min(255, Math.max(0, level))
  }
  return file
}
