import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Top folder of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** A file of an installed package's command, run with Node itself so that no shell is needed. */
export const bin = (...parts) => join(root, 'node_modules', ...parts)
