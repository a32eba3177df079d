/** Longest keyword that is searched, in characters after NFKC and trim. A longer one is cut, and the page says so. */
export const KEYWORD_LIMIT = 100
