/** The world that ships. Another seed would give its companies other credit codes, and so other ids. */
export const SHIPPED_SEED = 20260630
