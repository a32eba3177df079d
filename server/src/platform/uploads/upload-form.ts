import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../http/refusal.ts'

/** One file of at most `maxBytes` bytes, after the fields that identify its owner. */
export type UploadForm = { fields: readonly string[]; maxBytes: number }

/** The file. null: it exceeds `maxBytes`. */
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

/** Options of the form parser: it truncates a file that is too long, so that the response can say so. */
export const multipartOptions = { throwFileSizeLimit: false }

/**
 * Reads a form with one file from the request stream. `admit` receives the fields before any byte of the file is buffered;
 * an error of `admit` or a truncated form rejects the call. @throws Refusal for forms that the web app never sends.
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
    if (done) throw badRequest('缺少文件')
    if (part.type === 'file') {
      const file = part
      if (file.fieldname !== 'file') throw discard(file, badRequest('无法识别的内容'))
      try {
        return await admit(fields, () => receive(file, parts))
      } catch (error) {
        throw discard(file, error)
      }
    }
    if (!form.fields.includes(part.fieldname) || typeof part.value !== 'string') throw badRequest('无法识别的内容')
    fields.set(part.fieldname, part.value)
  }
}

async function receive(file: MultipartFile, parts: AsyncIterator<unknown>): Promise<ReceivedFile> {
  const bytes = await readable(file.toBuffer())
  if (file.file.truncated) return { bytes: null }
  // The file is complete only if the form ends after it.
  const { done } = await readable(parts.next())
  if (done !== true) throw badRequest('只能上传一个文件')
  return { bytes }
}

/** Discards the rest of the request, so that the client can read the response. */
function discard(file: MultipartFile, error: unknown) {
  file.file.resume()
  return error
}

/** Turns every error of the form parser into one refusal. */
async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch {
    throw badRequest('上传的内容不完整')
  }
}
