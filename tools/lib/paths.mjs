import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Top folder of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Script of an installed package's command; Node runs it directly, without a shell. */
export const bin = (...parts) => join(root, 'node_modules', ...parts)
