import * as correction from '../correction.ts'
import { nothing, route } from './route.ts'

/** Not in the table: the body is multipart/form-data with one picture, and the answer is the envelope. */
export const UPLOAD_IMAGE_PATH = '/v1/common/uploadImage'

export const correctionRoutes = {
  correctionSubject: route({
    method: 'GET',
    path: '/v1/correction/subject',
    access: 'allowance',
    load: 'reads',
    reading: 'lists',
    input: correction.correctionSubjectQuery,
    output: correction.correctionSubjectSchema,
  }),
  proveContact: route({
    method: 'POST',
    path: '/v1/correction/proveContact',
    access: 'open',
    load: 'credentials',
    input: correction.proveContactBody,
    output: correction.contactProofSchema,
  }),
  submitCorrection: route({
    method: 'POST',
    path: '/v1/correction/submit',
    access: 'optional',
    load: 'credentials',
    input: correction.submitCorrectionBody,
    output: correction.correctionReceiptSchema,
  }),
  correctionStatus: route({
    method: 'GET',
    path: '/v1/correction/status',
    access: 'open',
    load: 'reads',
    input: correction.correctionStatusQuery,
    output: correction.correctionStatusSchema,
  }),
  correctionList: route({
    method: 'GET',
    path: '/v1/correction/list',
    access: 'session',
    load: 'reads',
    reading: 'lists',
    input: nothing,
    output: correction.correctionListSchema,
  }),
  requestUpdate: route({
    method: 'POST',
    path: '/v1/company/requestUpdate',
    access: 'session',
    load: 'reads',
    reading: 'lists',
    input: correction.requestUpdateBody,
    output: correction.requestUpdateSchema,
  }),
} as const
