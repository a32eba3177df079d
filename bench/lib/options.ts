import { parseArgs } from 'node:util'

/** Options that mean the same in every bench. */
export const commonOptions = {
  /** Folder with the files of a register. */
  data: { type: 'string' },
  /** Measures the companies that ship instead of a register. */
  starter: { type: 'boolean', default: false },
  /** Decides what is drawn. */
  seed: { type: 'string' },
} as const

/** The seed that was given, or a random one. */
export const seedOf = ({ seed }: { seed?: string | undefined }) =>
  seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(seed)

export function readOptions() {
  const { values } = parseArgs({ options: commonOptions })
  return { data: values.data, starter: values.starter, seed: seedOf(values) }
}
