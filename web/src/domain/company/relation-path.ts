type RelationEnds = { from?: string; to?: string; kinds?: string }

/** URL of 找关系; a company that is not chosen, and both kinds of step, are left out. */
export function relationPath({ from, to, kinds }: RelationEnds): string {
  const params = Object.entries({ from, to, kinds: kinds === 'both' ? undefined : kinds })
  const query = new URLSearchParams(params.flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return query.size === 0 ? '/relation' : `/relation?${query.toString()}`
}
