/** Paths whose page still shows 还在建设. */
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
