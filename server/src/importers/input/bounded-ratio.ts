import { ImportRefused } from './import-refused.ts'

/** Real registers compress 5 to 20 times, decompression bombs 1,000 times. Checked after 64 MiB. */
const RATIO_LIMIT = 200
const RATIO_CHECKED_FROM = 64 * 1024 * 1024

/** Passes the decompressed bytes. Throws `ImportRefused` once they are far more than the compressed ones. */
export async function* boundedRatio(
  source: AsyncIterable<Buffer>,
  name: string,
  bytesRead: () => number,
): AsyncGenerator<Buffer> {
  let unpacked = 0
  for await (const chunk of source) {
    unpacked += chunk.length
    if (unpacked > RATIO_CHECKED_FROM && unpacked > bytesRead() * RATIO_LIMIT) {
      throw new ImportRefused(`${name} 解压后超过原大小的 ${RATIO_LIMIT} 倍，不像真实数据，已停止。`)
    }
    yield chunk
  }
}
