import type { Answer, Citation, Segment } from '@baiqicha/contract/assistant'

/** The cited sources by number, each once. */
export function citedSources(segments: readonly Segment[]): Citation[] {
  const byNumber = new Map(segments.flatMap(({ citations }) => citations).map((citation) => [citation.n, citation]))
  return [...byNumber.values()].toSorted((a, b) => a.n - b.n)
}

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
