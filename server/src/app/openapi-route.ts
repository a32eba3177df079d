import { openApiDocument } from '@baiqicha/contract/openapi/document'
import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import type { FastifyInstance } from 'fastify'
import type { Admission } from '../platform/admission/admission.ts'
import { sendFile } from '../platform/web/send-file.ts'
import { prepareFile, type WebFile } from '../platform/web/web-files.ts'

/** Serves the OpenAPI document. */
export function registerOpenApi(app: FastifyInstance, admission: Admission): void {
  // Built by the first request: the document would take half of the time to create the application.
  let document: WebFile | undefined
  app.get(API_BASE + exceptions.openapi.path, (request, reply) =>
    admission.run(() => {
      document ??= prepareFile(Buffer.from(JSON.stringify(openApiDocument())), '.json')
      return sendFile(document, request, reply)
    }),
  )
}
