import type { Answer, Citation, Segment } from '@baiqicha/contract/assistant'

/** The cited sources by number, each once. */
export function citedSources(segments: readonly Segment[]): Citation[] {
  const byNumber = new Map(segments.flatMap(({ citations }) => citations).map((citation) => [citation.n, citation]))
  return [...byNumber.values()].toSorted((a, b) => a.n - b.n)
}

/**
 * The sentences with one number for each source that a reader can tell apart, and each number once a sentence: a server
 * numbers what it read, of which several parts may be one source.
 */
export function mergeSources(segments: readonly Segment[]): Segment[] {
  const merged = new Map<string, Citation>()
  return segments.map((segment) => {
    const own = segment.citations.map((citation) => {
      const { companyName, label, sourceName, date, path, change } = citation
      const key = JSON.stringify([companyName, label, sourceName, date, path, change])
      const source = merged.get(key) ?? { ...citation, n: merged.size + 1 }
      merged.set(key, source)
      return source
    })
    return { ...segment, citations: [...new Set(own)] }
  })
}

/** Sentences of at most so many characters; the first is always shown. */
export function leadingSentences(segments: readonly Segment[], characters: number): Segment[] {
  let length = 0
  return segments.filter(({ text }, at) => {
    length += text.replaceAll('**', '').length
    return at === 0 || length <= characters
  })
}

/** Whether the answer states by which name it was looked up, because another company may be meant. */
export const isAboutLikelyCompany = (segments: readonly Segment[]) =>
  segments.some(({ text, citations }) => citations.length === 0 && /^按“[^”]+”查询/u.test(text))

/** Paragraphs of an answer. */
export function paragraphsOf(segments: readonly Segment[]): Segment[][] {
  const paragraphs: Segment[][] = []
  for (const segment of segments) {
    const last = paragraphs.at(-1)
    if (last === undefined || segment.startsParagraph) paragraphs.push([segment])
    else last.push(segment)
  }
  return paragraphs
}

/** The sentences with the name of each company in bold where it occurs first. */
export function withBoldNames({ segments, companies }: Pick<Answer, 'segments' | 'companies'>): Segment[] {
  // The longer of two names that begin alike comes first.
  const left = new Set(companies.map(({ name }) => name).toSorted((a, b) => b.length - a.length))
  return segments.map((segment) => {
    if (segment.text.includes('*')) return segment
    let { text } = segment
    for (const name of left) {
      const at = text.indexOf(name)
      const isWithinBold = text.slice(0, at).split('**').length % 2 === 0
      if (at === -1 || isWithinBold || /[*_`<[\\]/.test(name)) continue
      text = `${text.slice(0, at)}**${name}**${text.slice(at + name.length)}`
      left.delete(name)
    }
    return { ...segment, text }
  })
}
