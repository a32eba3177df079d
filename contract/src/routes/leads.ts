import * as leads from '../leads.ts'
import { route } from './route.ts'

/** Path of the CSV of landlines and mailboxes, which answers no envelope. */
export const LEAD_EXPORT_PATH = '/v1/phone/export'
/** Headers of the file: its companies and rows. */
export const LEAD_EXPORT_COMPANIES_HEADER = 'x-export-companies'
export const LEAD_EXPORT_ROWS_HEADER = 'x-export-rows'

export const leadRoutes = {
  leadSearch: route({
    method: 'GET',
    path: '/v1/phone/search',
    access: 'session',
    load: 'search',
    reading: 'lists',
    input: leads.leadSearchQuery,
    output: leads.leadSearchAnswerSchema,
  }),
  leadDetail: route({
    method: 'GET',
    path: '/v1/phone/detail',
    access: 'session',
    load: 'reads',
    reading: 'details',
    input: leads.leadDetailQuery,
    output: leads.leadDetailSchema,
  }),
  dial: route({
    method: 'POST',
    path: '/v1/phone/dial',
    access: 'session',
    load: 'credentials',
    input: leads.dialBody,
    output: leads.dialSchema,
  }),
  hideNumber: route({
    method: 'POST',
    path: '/v1/phone/hide',
    access: 'open',
    load: 'credentials',
    input: leads.hideNumberBody,
    output: leads.hideNumberSchema,
  }),
  showNumber: route({
    method: 'POST',
    path: '/v1/phone/show',
    access: 'open',
    load: 'credentials',
    input: leads.hideNumberBody,
    output: leads.hideNumberSchema,
  }),
} as const
