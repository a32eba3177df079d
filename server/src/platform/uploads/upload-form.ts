import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../http/refusal.ts'

/** One file of at most so many bytes and, before it, the fields that say whose it is. */
export type UploadForm = { fields: readonly string[]; maxBytes: number }

/** The file, or null where it is longer than it may be. */
export type ReceivedFile = { bytes: Buffer | null }

const FIELD_BYTES = 200

const limitsOf = ({ fields, maxBytes }: UploadForm) => ({
  files: 1,
  fileSize: maxBytes,
  fields: fields.length,
  fieldSize: FIELD_BYTES,
  parts: fields.length + 1,
  headerPairs: 20,
})

/** How the reader of forms is to be registered: what is too long is cut, for us to say so. */
export const multipartOptions = { throwFileSizeLimit: false }

/**
 * Reads a form of one file as it arrives. `admit` is asked with the fields before anything of the file is kept; whatever it
 * throws ends the call, and so does a form that is cut short. @throws Refusal for what our own page never sends.
 */
export async function receiveFile<T>(
  request: FastifyRequest,
  form: UploadForm,
  admit: (fields: ReadonlyMap<string, string>, receive: () => Promise<ReceivedFile>) => Promise<T>,
): Promise<T> {
  const parts = request.parts({ limits: limitsOf(form) })
  const fields = new Map<string, string>()
  for (;;) {
    const { value: part, done } = await readable(parts.next())
    if (done) throw badRequest('缺少图片')
    if (part.type === 'file') {
      const file = part
      if (file.fieldname !== 'file') throw discard(file, badRequest('不认识的内容'))
      try {
        return await admit(fields, () => receive(file, parts))
      } catch (error) {
        throw discard(file, error)
      }
    }
    if (!form.fields.includes(part.fieldname) || typeof part.value !== 'string') throw badRequest('不认识的内容')
    fields.set(part.fieldname, part.value)
  }
}

async function receive(file: MultipartFile, parts: AsyncIterator<unknown>): Promise<ReceivedFile> {
  const bytes = await readable(file.toBuffer())
  if (file.file.truncated) return { bytes: null }
  // Whole only once the form has ended as it should.
  const { done } = await readable(parts.next())
  if (done !== true) throw badRequest('只能上传一张图片')
  return { bytes }
}

/** Discards the rest of the request, so that the client can read the answer. */
function discard(file: MultipartFile, error: unknown) {
  file.file.resume()
  return error
}

/** Whatever the reader of forms says of one that it cannot read. */
async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch {
    throw badRequest('上传的内容不完整')
  }
}
