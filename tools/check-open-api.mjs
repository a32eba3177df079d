import { validate } from '@hyperjump/json-schema/openapi-3-1'
import { openApiDocument } from '../contract/src/openapi/document.ts'

/** Schema of OpenAPI 3.1 documents that also checks each schema inside against JSON Schema 2020-12. */
const DOCUMENT_SCHEMA = 'https://spec.openapis.org/oas/3.1/schema-base'

/**
 * Places of an API document that break OpenAPI 3.1, as JSON pointers; empty when the document is valid.
 * @param {import('@hyperjump/json-schema').Json} document
 * @returns {Promise<string[]>}
 */
export async function openApiFaults(document) {
  const { valid, errors = [] } = await validate(DOCUMENT_SCHEMA, document, 'BASIC')
  return valid ? [] : [...new Set(errors.map(({ instanceLocation }) => decodeURIComponent(instanceLocation)))]
}

// A step of `npm run check`: the API document that the server sends is valid OpenAPI 3.1.
if (import.meta.main) {
  const faults = await openApiFaults(openApiDocument())
  if (faults.length > 0) console.error(`接口文档不符合 OpenAPI 3.1：\n${faults.join('\n')}`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
