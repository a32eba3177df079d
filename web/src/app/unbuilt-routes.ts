/** Addresses whose page is still 还在建设. Each leaves this list with its feature; at the end the list is empty. */
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
