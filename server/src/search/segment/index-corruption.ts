/** A file of the index does not contain what was written to it. The follower rebuilds it from the records. */
export class IndexCorrupted extends Error {}

/** Corruption with its file: only what that file contained has to be rebuilt. */
export class FileCorrupted extends IndexCorrupted {
  readonly file: string
  constructor(file: string, message: string, cause: unknown) {
    super(message, { cause })
    this.file = file
  }
}

/** The system is short of a resource for the moment; the file may be intact. */
const transientErrors = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EBUSY'])

function withFile(file: string, error: unknown): unknown {
  if (!(error instanceof IndexCorrupted) || error instanceof FileCorrupted) return error
  const { cause } = error
  const isTransient = cause instanceof Error && 'code' in cause && transientErrors.has(String(cause.code))
  return isTransient ? cause : new FileCorrupted(file, error.message, error)
}

/** Runs `act`. @throws FileCorrupted when it meets corruption; the original error when that may pass by itself */
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
