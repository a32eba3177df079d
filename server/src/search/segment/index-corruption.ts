/** The index file does not hold what was written to it. It is thrown away and made again from the records. */
export class IndexCorrupted extends Error {}

/** Damage, and the file it was met in: what that held is made anew, and nothing else. */
export class FileCorrupted extends IndexCorrupted {
  readonly file: string
  constructor(file: string, message: string, cause: unknown) {
    super(message, { cause })
    this.file = file
  }
}

/** What the system is short of for a moment says nothing of a file. */
const transientErrors = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EBUSY'])

function withFile(file: string, error: unknown): unknown {
  if (!(error instanceof IndexCorrupted) || error instanceof FileCorrupted) return error
  const { cause } = error
  const isTransient = cause instanceof Error && 'code' in cause && transientErrors.has(String(cause.code))
  return isTransient ? cause : new FileCorrupted(file, error.message, error)
}

/** What `act` answers. @throws FileCorrupted where it meets damage, and what the system said where that may pass */
export function withFileContext<Result>(file: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw withFile(file, error)
  }
}

/** `read`, with the errors of `withFileContext`. */
export const readingFile =
  <Args extends readonly unknown[], Result>(file: string, read: (...args: Args) => Result) =>
  (...args: Args): Result => {
    try {
      return read(...args)
    } catch (error) {
      throw withFile(file, error)
    }
  }
