/** Title of a change without the explanation in brackets: 投资人变更（包括出资额等） becomes 投资人变更. */
export function shortChangeTitle(item: string): string {
  const short = item
    .replaceAll(/[（(][^（）()]*[）)]/g, '')
    .replaceAll(/(变更|备案)\1+/g, '$1')
    .trim()
  return short === '' ? item : short
}
