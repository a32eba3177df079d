/** Design height of a compact row. */
export const ROW_HEIGHT = 97
