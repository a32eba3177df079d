import { openApiDocument } from '../contract/src/openapi/document.ts'
import { openApiFaults } from './lib/open-api-faults.mjs'

// A step of `npm run check`: the API document that the server sends is valid OpenAPI 3.1.
const faults = await openApiFaults(openApiDocument())
if (faults.length > 0) console.error(`接口文档不符合 OpenAPI 3.1：\n${faults.join('\n')}`)
process.exitCode = faults.length > 0 ? 1 : 0
