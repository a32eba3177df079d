import { validate } from '@hyperjump/json-schema/openapi-3-1'

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
