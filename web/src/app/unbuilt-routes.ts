/** Paths whose page is still 还在建设. Each leaves the list with its feature. */
export const unbuiltPaths: readonly string[] = [
  '/ai',
  '/ai/detail',
  '/phoneSearch',
  '/phoneList',
  '/phoneDetail',
  '/peopleSearch',
  '/peopleList',
  '/user/about',
  '/user/contact',
]
