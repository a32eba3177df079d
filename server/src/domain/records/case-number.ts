const usual = /^（\d{4}）[\u4e00-\u9fff0-9]+号$/
const opening = /[([{<〔【〖［｛]/g
const closing = /[)\]}>〕】〗］｝]/g

/**
 * Normalises a case number to （2024）粤0305执1234号, whatever brackets, spaces or widths the source used. Returns other
 * texts unchanged.
 */
export function caseNumberOf(text: string): string {
  if (usual.test(text)) return text
  const written = text
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/^案号[:：]?/, '')
    .replace(opening, '（')
    .replace(closing, '）')
  return /^（\d{4}）\D+.*\d$/.test(written) ? `${written}号` : written
}

/** Records of one case. `isNumbered` false: a single record without a case number. */
export type Thread<R> = { records: R[]; isNumbered: boolean }

/** A text that names a case: 号 after a year and a number. Sources also write -, 无 or 见公告. */
const namesCase = (text: string) => /^（\d{4}）\S*\d+号/.test(text)

/**
 * Groups the records of one company by case: records that share a case number, or that a chain of shared numbers links, as an
 * enforcement links to the judgment it is based on. Names never join records. Threads and their records stay in the given order.
 * `cases`: case numbers that a record states.
 */
export function threadsOf<R extends { cases: readonly string[] }>(records: readonly R[]): Thread<R>[] {
  // Disjoint sets over the places of the records; the root of a set is its first place.
  const parents = records.map((_, at) => at)
  const rootOf = (at: number): number => {
    let root = at
    for (let parent = parents[root] ?? root; parent !== root; parent = parents[root] ?? root) {
      parents[root] = parents[parent] ?? parent
      root = parent
    }
    return root
  }
  const placeOf = new Map<string, number>()
  for (const [at, { cases }] of records.entries()) {
    for (const number of cases.filter(namesCase)) {
      const [one, other] = [rootOf(placeOf.get(number) ?? at), rootOf(at)]
      parents[Math.max(one, other)] = Math.min(one, other)
      placeOf.set(number, at)
    }
  }
  const threads = new Map<number, Thread<R>>()
  for (const [at, record] of records.entries()) {
    const root = rootOf(at)
    const thread = threads.get(root) ?? { records: [], isNumbered: record.cases.some(namesCase) }
    thread.records.push(record)
    threads.set(root, thread)
  }
  return [...threads.values()]
}
