/** A click, an error, or without event a page that opened; with the address at that time. */
export type Happening = { event?: Event | undefined; href: string; at: number }
