let segmenter: Intl.Segmenter | undefined

/** Number of characters as a person counts them: grapheme clusters, so an emoji with a skin tone counts once. */
export function countGraphemes(text: string): number {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'grapheme' })
  let count = 0
  for (const _cluster of segmenter.segment(text)) count += 1
  return count
}
