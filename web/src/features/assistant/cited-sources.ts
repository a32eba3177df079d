import type { Citation, Segment } from '@baiqicha/contract/assistant'

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
